/* Double recursion. memory: fib => stack 400 */
static int fi(int n) { return n < 2 ? n : fi(n - 1) + fi(n - 2); }
int fib(unsigned n) { return fi(n > 12 ? 12 : (int)n); }
