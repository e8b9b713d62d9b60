// The first example of the lecture: with machine integers the sums overflow,
// b + c cancels, and the result is a + b + c.
// flags: --entry sum
// expect: violated
int sum(int a, int b, int c) {
  int x = a + b;     // bug: signed-overflow
  int y = b + c;     // bug: signed-overflow
  int z = x + y - b; // bug: signed-overflow
  return z;
}
