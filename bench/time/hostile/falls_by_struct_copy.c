// time: forever
// because: the copy is taken down, not it
struct s { unsigned char n; };
void f(unsigned char n) {
  struct s a = {n};
  while (a.n) {
    struct s b = a;
    b.n--;
  }
}
