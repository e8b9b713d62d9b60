// Data that is declared and not defined has a content that is not known.
// expect: unknown
extern int configured_elsewhere;

int main(void) {
  if (configured_elsewhere != 1)
    return 1;
  return 0;
}
