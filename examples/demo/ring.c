/* A ring buffer of bytes, as it might stand in a driver. `put` and `get` look
 * right and pass a quick test; `peek`, written later, forgets that the ring
 * wraps. Find the input: everypath test examples/demo/ring.c */
#include <everypath.h>

#define SIZE 8

struct ring {
  unsigned head, count;
  unsigned char data[SIZE];
};

static int put(struct ring *r, unsigned char byte) {
  if (r->count == SIZE)
    return -1;
  r->data[(r->head + r->count) % SIZE] = byte;
  r->count++;
  return 0;
}

static int get(struct ring *r) {
  if (r->count == 0)
    return -1;
  int byte = r->data[r->head];
  r->head = (r->head + 1) % SIZE;
  r->count--;
  return byte;
}

/* The byte at position `i` from the front. */
static int peek(const struct ring *r, unsigned i) {
  if (i >= r->count)
    return -1;
  return r->data[r->head + i];
}

int main(void) {
  struct ring r = {0};
  unsigned char taken;
  unsigned index;
  ep_symbolic(&taken, sizeof taken, "taken");
  ep_symbolic(&index, sizeof index, "index");
  ep_assume(taken <= SIZE);

  for (int i = 0; i < SIZE; i++)
    put(&r, (unsigned char)i);
  for (int i = 0; i < taken; i++)
    get(&r);
  for (int i = 0; i < taken; i++)
    put(&r, 'x');

  return peek(&r, index) < 0;
}
