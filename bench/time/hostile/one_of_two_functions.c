// time: forever
// because: x >= 77
static int down(int x) { return x - 1; }
static int up(int x) { return x + 1; }
static int (*const table[2])(int) = {down, up};
void f(signed char x) {
  int i = x;
  while (i > 0) i = table[i == 77](i);
}
