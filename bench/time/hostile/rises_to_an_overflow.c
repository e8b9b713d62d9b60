// time: terminates
// flags: --overflow error
// because: it wraps there
void f(int x) {
  while (x >= 0) x++;
}
