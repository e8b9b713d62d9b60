// A string literal is written.
// expect: violated
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  char *s = "abc", t[] = "abc", *p = t;
  if (__VERIFIER_nondet_bool()) p = s;
  p[1] = 'x'; // bug: read-only-write
  return 0;
}
