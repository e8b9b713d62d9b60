extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "pointer_width-2.c", 1, "reach_error"); }
// What has 32 bits here has 64 elsewhere.
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned long high = x >> 16 >> 15;
  if (sizeof(long) == 4 && high != 0) reach_error();
  if (sizeof(void *) != sizeof(long)) reach_error();
  return 0;
}
