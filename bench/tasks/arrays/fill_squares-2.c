extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "fill_squares-2.c", 1, "reach_error"); }
// Any number of cells, each the square of its index.
static unsigned squares[1000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  for (unsigned i = 0; i < n; i++)
    squares[i] = i == 731 ? i : i * i;
  for (unsigned i = 0; i < n; i++)
    if (squares[i] != i * i) reach_error();
  return 0;
}
