// time: unknown
// because: a volatile may change at any time
volatile unsigned char g;
void f(unsigned char n) {
  while (g != n)
    ;
}
