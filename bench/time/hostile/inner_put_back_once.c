// time: terminates
// because: i is put back one time
void f(unsigned char n) {
  int i = 0, j, once = 0;
  while (i < n) {
    for (j = 0; j < i; j++)
      ;
    i++;
    if (i == 5 && !once) {
      once = 1;
      i = 0;
    }
  }
}
