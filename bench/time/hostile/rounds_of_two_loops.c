// time: terminates
// flags: --cost rounds
// because: n and n * (n - 1) / 2
void f(unsigned char n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      ;
}
