# 0 "/work/h2/bench/tasks/memory/split_words-1.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/h2/bench/tasks/memory/split_words-1.c"
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  char line[16];
  char *words[8];
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
