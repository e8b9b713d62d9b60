// A text and a buffer: one of them is not to be written to.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[] = "abc";
  char *p = __VERIFIER_nondet_int() ? b : "abc";
  p[1] = 'x'; // bug: read-only-write
  return 0;
}
