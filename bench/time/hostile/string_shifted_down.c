// time: terminates
// because: each round moves the rest one to the left
void f(char *s) {
  while (*s) {
    char *p = s;
    while (*p) {
      p[0] = p[1];
      p++;
    }
  }
}
