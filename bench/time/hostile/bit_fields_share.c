// time: terminates
// because: 16 rounds for each of hi; a carry of lo does not reach hi
struct s { unsigned char lo : 4, hi : 4; };
void f(unsigned char n) {
  struct s s = {0, 0};
  s.hi = n;
  while (s.hi) {
    s.lo++;
    if (s.lo == 0) s.hi--;
  }
}
