// time: unknown
// because: a function without a body may not come back
void ask(void);
void f(unsigned char n) {
  while (n--) ask();
}
