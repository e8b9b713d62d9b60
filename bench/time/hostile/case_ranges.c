// time: terminates
// because: 250 ... 255 leaves
void f(unsigned char n) {
  for (;; n += 3)
    switch (n) {
    case 250 ... 255: return;
    case 0 ... 9: n = 10; break;
    default: break;
    }
}
