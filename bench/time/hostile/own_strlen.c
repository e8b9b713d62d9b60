// time: terminates
// because: a function of the program with a name of the library
unsigned long strlen(const char *s) {
  unsigned long n = 0;
  while (n < 7) n++;
  return n;
}
void f(char *s) {
  for (unsigned long i = 0; i < strlen(s); i++)
    ;
}
