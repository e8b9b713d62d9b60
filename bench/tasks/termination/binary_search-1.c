extern int __VERIFIER_nondet_int(void);
static int table[64];
int main(void) {
  int want = __VERIFIER_nondet_int();
  for (int i = 0; i < 64; i++) table[i] = 3 * i;
  int low = 0, high = 63;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] < want)
      low = middle + 1;
    else
      high = middle;
  }
  return table[low] == want;
}
