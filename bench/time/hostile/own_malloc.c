// time: terminates
// because: never null, and not a new object each time
static unsigned char pool[4];
void *malloc(unsigned long n) { return pool; }
void f(unsigned char n) {
  unsigned char *p = malloc(1), *q = malloc(1);
  *p = n;
  while (*p) --*q;
}
