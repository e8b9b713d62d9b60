// time: terminates
// because: p runs, s stands
void f(char *s) {
  char *p = s;
  while (*p) p++;
  while (p != s) p--;
}
