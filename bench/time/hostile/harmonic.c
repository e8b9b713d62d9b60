// time: terminates
// because: n/1 + n/2 + …
void f(unsigned char n) {
  for (unsigned i = 1; i <= n; i++)
    for (unsigned j = 0; j < n; j += i)
      ;
}
