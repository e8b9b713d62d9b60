// time: terminates
// because: without the option p leads elsewhere
int g;
void f(int *p) {
  for (g = 0; g < 10; g++) *p = 0;
}
