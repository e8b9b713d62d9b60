// time: terminates
// because: -1 < k is false for an unsigned k
void f(unsigned k) {
  for (int i = -1; i < k; i++)
    ;
}
