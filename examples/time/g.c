/* Figure 2 of document 004: j wraps around to 0 once, then the loop ends. */
void g(unsigned j) {
  while (j > 0)
    j++;
}
