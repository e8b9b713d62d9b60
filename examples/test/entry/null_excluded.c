// The near miss of null_parameter.c: the function looks first.
// flags: --entry first --may-be-null
// expect: proved
int first(const int *v, unsigned n) {
  if (n == 0 || !v)
    return -1;
  return v[0];
}
