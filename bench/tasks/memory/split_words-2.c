extern _Bool __VERIFIER_nondet_bool(void);
// Cuts a line into words in place.
int main(void) {
  char line[16];
  char *words[7];
  int count = 0;
  for (int i = 0; i < 15; i++) line[i] = __VERIFIER_nondet_bool() ? 'a' : ' ';
  line[15] = 0;
  char *p = line;
  while (*p && count < 8) {
    while (*p == ' ') p++;
    if (!*p) break;
    words[count++] = p;
    while (*p && *p != ' ') p++;
    if (*p) *p++ = 0;
  }
  return count ? words[0][0] : 0;
}
