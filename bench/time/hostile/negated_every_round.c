// time: forever
// because: -128 and 0 stay, others change sign
void f(signed char x) {
  while (x <= 0) x = (signed char)-x;
}
