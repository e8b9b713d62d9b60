// An array that a loop fills but for one element, seen through a pointer.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[40], *p = a, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40)
    return 0;
  for (int i = 0; i < n; i++)
    if (i != 11)
      p[i] = i;
  if (n == 40 && a[11] == 11) // bug: uninitialised-read
    return 1;
  return 0;
}
