/* Mutual recursion on a counter. memory: evenodd => stack 320 */
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int evenodd(unsigned n) { if (n > 10) return -1; return even(n); }
