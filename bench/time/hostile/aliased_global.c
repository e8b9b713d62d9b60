// time: forever
// flags: --may-alias
// because: p leads to g
int g;
void f(int *p) {
  for (g = 0; g < 10; g++) *p = 0;
}
