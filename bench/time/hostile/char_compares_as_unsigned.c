// time: terminates
// because: the char is made unsigned in both
void f(char *s) {
  int n = 0;
  while ((unsigned char)*s >= 128u) { s++; n++; }
  while (n > 0) n--;
}
