// time: forever
// because: c - 1 of 0 is -1 as an int, and never above 255
void f(unsigned char c) {
  while (c - 1 < 255) c--;
}
