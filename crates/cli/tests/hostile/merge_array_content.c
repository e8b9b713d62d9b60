// A loop fills the array in one state, half of it in the other.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[20], c = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (c)
    for (int i = 0; i < 20; i++) a[i] = i;
  else
    for (int i = 0; i < 20; i += 2) a[i] = i;
  return k >= 0 && k < 20 && a[k] > 3; // bug: uninitialised-read
}
