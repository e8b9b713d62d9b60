// time: forever
// because: break leaves the switch, not the loop
void f(unsigned char n) {
  while (1) {
    switch (n) {
      case 5: break;
      default: return;
    }
  }
}
