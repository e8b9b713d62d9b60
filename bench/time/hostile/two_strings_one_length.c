// time: terminates
// because: the shorter one ends it
void f(char *s, char *t) {
  while (*s && *t) {
    s++;
    t++;
  }
}
