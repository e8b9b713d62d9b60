// time: terminates
// because: n-- in both sides of &&
void f(unsigned char n) {
  while (n-- && n--)
    ;
}
