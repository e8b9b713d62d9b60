// The loop runs up to 255 times; the bug needs the second round.
// flags: --max-paths 2000 --first-bug
// expect: violated
unsigned char __VERIFIER_nondet_uchar(void);
void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n == 0)
    return 0;
  unsigned char v = 0, s = 0;
  unsigned i = 0;
  while (i < n) {
    v = __VERIFIER_nondet_uchar();
    s += v;
    ++i;
  }
  assert(s >= v); // bug: assertion-failure
}
