// An SV-COMP task runs unchanged.
// expect: violated
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

void reach_error(void) {
  __assert_fail("0", "sv_comp.c", 10, "reach_error");
}
void assume_abort_if_not(int cond) {
  if (!cond)
    while (1)
      ;
}
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error(); // bug: assertion-failure
    abort();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (x < 0 || x > 300)
    return 0;
  int z = __VERIFIER_nondet_bool() ? x + y : x - y;
  __VERIFIER_assert(z != -77);
  return 0;
}
