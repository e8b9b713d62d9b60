// time: terminates
// flags: --budget 40*n+40
// because: n rounds
void f(unsigned char n) {
  for (unsigned i = 0; i < n; i++)
    ;
}
