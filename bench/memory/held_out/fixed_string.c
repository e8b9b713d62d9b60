// A text that is built in an array of variable length.
// memory: label => heap
#include <string.h>
int label(unsigned char width, const char s[6]) {
  if (width < 4 || width > 60) return -1;
  char text[width + 1];
  memset(text, ' ', width);
  text[width] = 0;
  for (int i = 0; i < 6 && s[i] && i < width; i++) text[i] = s[i];
  int n = 0;
  for (int i = 0; i < width; i++) n += text[i] != ' ';
  return n;
}
