// time: terminates
// because: 0x80 << 1 is 256, the byte is 0 then
void f(unsigned char a) {
  while ((a << 1) != 0) a <<= 1;
}
