// time: forever
// because: n > 7
struct s { unsigned a : 3; };
void f(unsigned char n) {
  struct s s = {0};
  while (s.a < n) s.a++;
}
