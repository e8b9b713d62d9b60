// Recursion of a depth that the parameter gives.
// memory: solve => heap
static int moves;
static void hanoi(int n, int from, int to) {
  if (n <= 0) return;
  hanoi(n - 1, from, 6 - from - to);
  moves++;
  hanoi(n - 1, 6 - from - to, to);
}
int solve(unsigned char n) {
  if (n > 8) n = 8;
  moves = 0;
  hanoi(n, 1, 3);
  return moves;
}
