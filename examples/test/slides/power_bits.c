// On machine integers the power overflows after 31 rounds.
// flags: --entry power --max-depth 40
// expect: violated
int power(int x) {
  int z = 1;
  while (x > 0) {
    x = x - 1;
    z = 2 * z; // bug: signed-overflow
  }
  return z;
}
