// time: terminates
// because: both lead to one: it is 0 then
static void swap(unsigned char *a, unsigned char *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
void f(unsigned char n, unsigned char m) {
  swap(&n, m ? &m : &n);
  while (n) n--;
}
