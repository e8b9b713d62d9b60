// An index one beyond a table of functions.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

static int a(void) { return 1; }
static int b(void) { return 2; }
static int (*const table[2])(void) = {a, b};
int main(void) {
  return table[__VERIFIER_nondet_uint() % 3](); // bug: out-of-bounds-read
}
