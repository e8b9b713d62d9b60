// time: terminates
// because: the flag lets it go back once
void f(unsigned char n) {
  int back = 0;
  for (int i = 0; i < n; i++)
    if (i == 100 && !back) { back = 1; i = -1; }
}
