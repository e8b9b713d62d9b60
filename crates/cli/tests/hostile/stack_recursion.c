// Twelve frames of a megabyte.
// expect: violated
static int f(int n) { char a[1 << 20]; a[n] = 1; return n == 0 ? a[0] : f(n - 1) + a[n]; } // bug: unbounded-recursion
int main(void) { return f(12) == 0; }
