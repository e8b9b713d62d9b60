// A null function in a structure is called.
// flags: --entry notify
// expect: violated
struct handler {
  int (*on)(int);
  int armed;
};
int notify(struct handler *h, int event) {
  if (!h->armed)
    return 0;
  return h->on(event); // bug: wild-call
}
