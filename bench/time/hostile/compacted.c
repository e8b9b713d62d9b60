// time: terminates
// because: one way along the text
void f(char *s) {
  char *d = s;
  while (*s) {
    if (*s != ' ') *d++ = *s;
    s++;
  }
  *d = 0;
}
