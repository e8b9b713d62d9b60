// time: terminates
// because: n % 4 and 0: the count wraps, 256 rounds for n == 0
void f(unsigned char n) {
  unsigned char r = (unsigned char)((n + 3) / 4), sum = 0;
  switch (n % 4) {
  case 0: do { sum++;
  case 3: sum++;
  case 2: sum++;
  case 1: sum++;
          } while (--r > 0);
  }
}
