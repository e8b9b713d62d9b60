// time: forever
// because: the char after is the top byte of the int before: n > 0
struct __attribute__((packed)) s { char c; int i; };
void f(unsigned char n) {
  struct s s = {0, 0};
  unsigned char *p = (unsigned char *)&s;
  p[4] = n;
  while (s.i) p[1]++;
}
