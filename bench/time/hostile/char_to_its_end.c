// time: forever
// because: n == 127
void f(signed char n) {
  signed char i;
  for (i = 0; i <= n; i++)
    ;
}
