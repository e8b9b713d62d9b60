// A pointer parameter is null on request.
// flags: --entry first --may-be-null
// expect: violated
int first(const int *v, unsigned n) {
  if (n == 0)
    return -1;
  return v[0]; // bug: null-dereference
}
