// time: forever
// flags: --external havoc
// because: the result may be 0 for ever
int ask(void);
void f(unsigned char n) {
  while (n) n -= ask() ? 1 : 0;
}
