// time: forever
// because: n >= 32766: i goes from 32766 to -32768
void f(short n) {
  for (short i = 0; i <= n; i += 2)
    ;
}
