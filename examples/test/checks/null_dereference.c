// A search that may find nothing.
// expect: violated
#include <everypath.h>
#include <stddef.h>

struct entry {
  int key, value;
};
static struct entry entries[2] = {{1, 10}, {2, 20}};

static struct entry *find(int key) {
  for (int i = 0; i < 2; i++)
    if (entries[i].key == key)
      return &entries[i];
  return NULL;
}

int main(void) {
  int key;
  ep_symbolic(&key, sizeof key, "key");
  return find(key)->value; // bug: null-dereference
}
