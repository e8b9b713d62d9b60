// time: terminates
// because: an enumerator beyond the last
enum c { A, B, C, END };
void f(unsigned char n) {
  for (enum c i = n % 3; i != END; i++)
    ;
}
