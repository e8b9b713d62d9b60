// time: terminates
// because: the limit goes up with the counter until it wraps to 0, after 2^32 - n rounds
static unsigned limit;
static void g(unsigned *p) { ++*p; }
void f(unsigned char n) {
  limit = n;
  for (unsigned char i = 0; i < limit; i++) g(&limit);
}
