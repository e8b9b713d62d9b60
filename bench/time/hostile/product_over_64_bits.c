// time: terminates
// because: n * n * n rounds, exact
void f(unsigned long long n) {
  for (unsigned long long i = 0; i < n; i++)
    for (unsigned long long j = 0; j < n; j++)
      ;
}
