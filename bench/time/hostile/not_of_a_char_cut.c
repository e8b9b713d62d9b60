// time: terminates
// because: 255 - x rounds
void f(unsigned char x) {
  while ((unsigned char)~x) x++;
}
