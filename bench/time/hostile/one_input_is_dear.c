// time: terminates
// flags: --budget 60
// because: x == 12345678 takes more
void f(int x) {
  if (x == 12345678)
    for (int i = 0; i < 10; i++)
      ;
}
