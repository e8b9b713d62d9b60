// time: terminates
// because: an even n comes by 246913578 and is made odd there
void f(unsigned n) {
  while (n != 7) {
    n += 2;
    if (n == 246913578u) n++;
  }
}
