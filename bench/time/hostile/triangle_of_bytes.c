// time: terminates
// because: j < i, both bytes
void f(unsigned char n) {
  for (unsigned char i = 0; i < n; i++)
    for (unsigned char j = i; j--; )
      ;
}
