// time: terminates
// because: leaves both
void f(unsigned char n, unsigned char m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0;; j++) {
      if (j == m) break;
      if (i + j > 300) goto out;
    }
out:;
}
