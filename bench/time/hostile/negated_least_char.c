// time: terminates
// because: -(-128) cut to a char is -128: no round
void f(signed char x) {
  if (x < 0) x = (signed char)-x;
  while (x > 0) x--;
}
