// time: forever
// because: a signed char is never 255
void f(signed char c) {
  while (c != 255) c++;
}
