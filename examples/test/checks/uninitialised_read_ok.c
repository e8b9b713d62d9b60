// Copying bytes that were never set decides nothing.
// expect: proved
struct pair {
  char tag;
  int value;
};

int main(void) {
  struct pair a, b;
  a.tag = 1;
  b = a;
  return b.tag - 1;
}
