// time: terminates
// because: no round for INT_MIN
void f(int x) {
  if (x < 0) x = -x;
  while (x > 0) x--;
}
