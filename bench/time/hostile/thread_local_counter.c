// time: terminates
// because: one thread
static _Thread_local unsigned char a;
void f(unsigned char n) {
  a = n;
  while (a) a--;
}
