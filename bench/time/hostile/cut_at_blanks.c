// time: terminates
// because: each blank ends the string there
void f(char *s) {
  char *p = s;
  while (*p) {
    if (*p == ' ') {
      *p = 0;
      p = s;
    } else
      p++;
  }
}
