// time: terminates
// because: n wraps to 255 for n == 0
void f(unsigned char n) {
  int st = 0;
  while (st != 3)
    switch (st) {
    case 0: st = 1;
    case 1: st = 2; n--; break;
    case 2: st = n ? 0 : 3; break;
    }
}
