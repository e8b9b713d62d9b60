// time: forever
// because: n >= 5 or n == 0: 5 is never passed
void f(unsigned char n) {
  do {
    if (n == 5) continue;
    n--;
  } while (n > 0);
}
