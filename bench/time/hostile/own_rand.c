// time: forever
// because: this rand is 4 always
int rand(void) { return 4; }
void f(unsigned char n) {
  while (n != rand()) n += 2;
}
