// A function behind a pointer returns anything, call by call.
// flags: --entry apply
// expect: violated
int apply(int (*f)(int), int x) {
  int a = f(x);
  int b = f(a);
  if (a != 17 || b <= 3)
    return 0;
  return 100 / (b - 20); // bug: division-by-zero
}
