// time: forever
// flags: --uninit input
// because: an even i never becomes 3
void f(signed char n) {
  signed char i;
  while (i != 3) i += 2;
}
