// A buffer that is filled up: how long that takes, its two lengths say.
struct buffer {
  unsigned len;
  unsigned cap;
  char *data;
};

void fill(struct buffer *b, char byte) {
  while (b->len < b->cap)
    b->data[b->len++] = byte;
}
