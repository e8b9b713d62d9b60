// Pages 47 to 61: the tree is infinite, a limit on depth cuts it.
// flags: --entry power --arith math --max-depth 6
// expect: unknown
int power(int x) {
  int z = 1;
  while (x > 0) {
    x = x - 1;
    z = 2 * z;
  }
  return z;
}
