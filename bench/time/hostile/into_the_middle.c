// time: terminates
// because: i is put back once
void f(unsigned char n) {
  unsigned char i = 0, j = 0;
  goto mid;
  while (i < n) {
    i++;
  mid:
    j++;
    if (j == 3) i = 0;
    if (j > 200) break;
  }
}
