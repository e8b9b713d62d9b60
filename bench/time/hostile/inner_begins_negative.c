// time: terminates
// because: j begins below 0 for i > 127
void f(unsigned char n) {
  for (unsigned char i = 0; i < 200; i++)
    for (signed char j = (signed char)i; j < 100; j++)
      ;
}
