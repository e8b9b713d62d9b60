// time: terminates
// because: pops are at most pushes
void f(unsigned char n) {
  unsigned sp = 0;
  for (unsigned i = 0; i < n; i++) {
    while (sp && (i & 3) == 0) sp--;
    sp++;
  }
}
