// property: unreach-call
// expect: false(unreach-call)
// rule: a program may declare calloc with parameters that are narrower than size_t
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void *calloc(unsigned int count, unsigned int size);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 9) return 0;
  char *a = calloc(n, sizeof(int));
  a[1] = 7;
  if (a[0] == 0 && a[4 * n - 1] == 0 && n == 6) reach_error();
  return 0;
}
