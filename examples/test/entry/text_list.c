// Texts in structures end, too; numbers of one byte are no texts.
// flags: --entry total --strings --buffer 3 --pointer-depth 2
// expect: violated
struct name {
  const char *text;
  const unsigned char *key;
};
int total(struct name *n) {
  int k = 0;
  if (!n->text || !n->key)
    return 0;
  while (n->text[k])
    k++;
  int i = 0;
  while (n->key[i]) // bug: out-of-bounds-read
    i++;
  return k + i;
}
