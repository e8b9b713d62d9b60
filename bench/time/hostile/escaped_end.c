// time: unknown
// flags: --strict
// because: a backslash at the end steps over the terminator
void f(char *s) {
  while (*s) {
    if (*s == '\\') s++;
    s++;
  }
}
