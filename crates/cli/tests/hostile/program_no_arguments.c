// argv[1] where there may be none.
// expect: violated
int main(int argc, char **argv) {
  (void)argc;
  return argv[1][0] == 'x'; // bug: null-dereference
}
