// time: terminates
// because: the carry is lost, b stays
struct s { unsigned a : 4, b : 4; };
void f(unsigned char n) {
  struct s s = {0, 1};
  unsigned k = 0;
  while (s.b == 1 && k < n) {
    s.a += 5;
    k++;
  }
}
