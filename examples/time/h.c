/* Figure 9 of document 004: a round for each value below j. */
void h(unsigned j) {
  while (j > 0)
    j--;
}
