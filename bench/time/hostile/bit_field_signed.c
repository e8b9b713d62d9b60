// time: terminates
// because: 8 rounds: a is -8 after 7
struct s { int pad : 3; int a : 4; int end : 5; };
void f(unsigned char n) {
  struct s s = {0, 0, 0};
  s.end = n;
  while (s.a >= 0) s.a++;
}
