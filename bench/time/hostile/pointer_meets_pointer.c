// time: terminates
// because: i and j come nearer
void f(char *s) {
  int n = 0;
  while (s[n] && n < 1000) n++;
  for (int i = 0, j = n - 1; i < j; i++, j--) { char t = s[i]; s[i] = s[j]; s[j] = t; }
}
