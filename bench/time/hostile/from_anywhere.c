// time: terminates
// because: whatever i holds, it comes to n
void f(int n) {
  int i;
  while (i < n) i++;
}
