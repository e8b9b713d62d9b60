// time: forever
// because: the callback takes back what the loop adds
static unsigned char *at;
static void up(void) { ++*at; }
static void down(void) { --*at; }
void f(unsigned char n) {
  unsigned char i = 0;
  void (*cb)(void) = n & 1 ? up : down;
  at = &i;
  while (i < n) {
    i++;
    cb();
  }
}
