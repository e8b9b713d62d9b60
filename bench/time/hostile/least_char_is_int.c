// time: terminates
// because: -x of a char is an int, and cut it is -128
void f(signed char x) {
  int k = 0;
  while (x < 0 && k < 3) {
    x = -x;
    k++;
  }
}
