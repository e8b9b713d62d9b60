// A menu tree in tables; an action may open a dialogue with a large frame.
// memory: press => heap
struct item { const char *name; int (*act)(int); };
static int beep(int x) { return x + 1; }
static int dialogue(int x) {
  char text[200];
  for (int i = 0; i < 200; i++) text[i] = (char)(x + i);
  return text[x & 63];
}
static int back(int x) { return -x; }
static const struct item items[] = {{"beep", beep}, {"text", dialogue}, {"back", back}};
int press(unsigned char key, int x) {
  if (key >= 3) return 0;
  return items[key].act(x);
}
