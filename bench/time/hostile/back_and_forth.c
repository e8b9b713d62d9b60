// time: forever
// because: "ax"
void f(char *s) {
  char *p = s;
  while (*p) {
    if (*p == 'x' && p > s) p--;
    else p++;
  }
}
