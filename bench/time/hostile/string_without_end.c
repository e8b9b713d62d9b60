// time: unknown
// because: the end is overwritten by its neighbour, and the walk leaves the object
void f(char *s) {
  char *p = s;
  while (*p) {
    p[1] = p[0];
    p++;
  }
}
