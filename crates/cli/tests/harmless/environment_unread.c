// The arguments are not looked at.
// expect: proved
int main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  return 0;
}
