// time: forever
// because: an enum of A, B, C has no sign
enum e { A, B, C };
void f(unsigned char n) {
  enum e x;
  for (x = C; x >= A; x--)
    ;
}
