// time: terminates
// because: i lies at an odd address and is one int
struct __attribute__((packed)) s { char c; int i; };
void f(unsigned char n) {
  struct s s = {1, n};
  while (s.i > 0) s.i--;
}
