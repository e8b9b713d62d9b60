extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "flood-1.c", 1, "reach_error"); }
// Fills an area on a small board; what has no connection stays.
static char board[4][4];
static void fill(int x, int y) {
  if (x < 0 || y < 0 || x > 3 || y > 3 || board[y][x]) return;
  board[y][x] = 2;
  fill(x - 1, y);
  fill(x + 1, y);
  fill(x, y - 1);
  fill(x, y + 1);
}
int main(void) {
  int wall = __VERIFIER_nondet_uchar() % 4;
  for (int y = 0; y < 4; y++) board[y][wall] = 1;
  fill(0, 0);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++) {
      if (x < wall && board[y][x] != 2) reach_error();
      if (x > wall && board[y][x] == 2) reach_error();
    }
  return 0;
}
