// time: terminates
// because: every round of both takes 2 off; an odd number meets 3 or wraps to one
static void b(unsigned char n);
static void a(unsigned char n) { if (n) b(n - 3); }
static void b(unsigned char n) { if (n) a(n + 1); }
void f(unsigned char n) { a(n); }
