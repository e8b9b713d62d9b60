// time: forever
// flags: --overflow assume
// because: a conversion to char is no overflow: n == 127
void f(signed char n) {
  for (signed char i = 0; i <= n; i++)
    ;
}
