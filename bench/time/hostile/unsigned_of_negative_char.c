// time: terminates
// because: (unsigned)-1 is large: 1000 is enough
void f(signed char n) {
  unsigned limit = n, i = 0;
  while (i < limit && i < 1000) i++;
}
