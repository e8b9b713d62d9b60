// time: terminates
// because: 2c+1 leaves the positive numbers after 7 rounds at most
void f(signed char c) {
  while (c > 0) c = (signed char)(c * 2 + 1);
}
