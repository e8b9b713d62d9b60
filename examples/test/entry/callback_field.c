// Functions in a structure, one of which hands out structures.
// flags: --entry drain --pointer-depth 4
// expect: violated
struct item {
  int size;
  struct item *next;
};
struct source {
  struct item *(*get)(void *);
  void (*done)(void *, struct item *);
  void *state;
};
int drain(struct source *s) {
  if (!s->get || !s->done)
    return -1;
  struct item *first = s->get(s->state);
  if (!first)
    return 0;
  struct item *second = s->get(s->state);
  s->done(s->state, first);
  if (second && second->size == 4)
    return second->next->size; // bug: null-dereference
  return 1;
}
