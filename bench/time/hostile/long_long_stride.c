// time: forever
// because: odd strides of 2 in 64 bits
void f(unsigned long long n) {
  while (n != 1000) n += 2;
}
