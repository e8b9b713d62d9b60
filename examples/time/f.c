/* Figure 1 of document 004: for x == UINT_MAX the condition always holds. */
void f(unsigned x) {
  unsigned j = 0;
  while (j <= x)
    j++;
}
