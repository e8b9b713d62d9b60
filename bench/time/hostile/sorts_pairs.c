// time: terminates
// because: each pass sets one in its place
void f(unsigned char n) {
  unsigned char a[3] = {2, 1, 0};
  int again = 1;
  a[0] = n;
  while (again) {
    again = 0;
    for (int i = 0; i < 2; i++)
      if (a[i] > a[i + 1]) { unsigned char t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; again = 1; }
  }
}
