// --entry makes the parameters of a function symbolic.
// flags: --entry clamp
// expect: violated
int clamp(int x, int lo, int hi) {
  if (x < lo)
    return lo;
  if (x > hi)
    return hi;
  return 100 / (x - lo + 1); // bug: signed-overflow
}
