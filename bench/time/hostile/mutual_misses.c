// time: forever
// because: an odd n never becomes 0 by twos
static void b(unsigned char n);
static void a(unsigned char n) { if (n) b(n - 3); }
static void b(unsigned char n) { a(n + 1); }
void f(unsigned char n) { a(n); }
