// time: terminates
// because: a negative odd number leaves -1
void f(int x) {
  while (x % 2 == 1) x += 2;
}
