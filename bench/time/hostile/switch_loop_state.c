// time: forever
// because: state 2 goes back to 1 for n == 77
void f(unsigned char n) {
  int s = 0;
  for (;;) switch (s) {
    case 0: s = 1; continue;
    case 1: s = 2; break;
    case 2: if (n == 77) { s = 1; break; } s = 3; break;
    default: return;
  }
}
