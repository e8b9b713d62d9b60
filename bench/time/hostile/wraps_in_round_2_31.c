// time: terminates
// because: i wraps to 0 after 2^31 rounds
void f(unsigned n) {
  unsigned i = 0;
  do i += 2; while (i);
}
