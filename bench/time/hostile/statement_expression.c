// time: terminates
// because: n falls inside of the condition
void f(unsigned char n) {
  while (({ unsigned char t = n; n = n ? n - 1 : 0; t; }))
    ;
}
