// time: terminates
// because: 256 is above every byte
void f(unsigned char c) {
  while (c > 256) c++;
}
