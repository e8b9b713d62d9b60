// time: terminates
// because: b[3] may become 'x', b[4] is 0
void f(unsigned char n) {
  char b[8] = "abc";
  int i;
  for (i = 0; b[i]; i++)
    if (i + 1 == n) b[3] = 'x';
}
