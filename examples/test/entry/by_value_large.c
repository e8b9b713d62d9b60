// Structures that come and go in memory.
// flags: --entry shift
// expect: violated
struct matrix {
  int cell[3][3];
  short rank;
};
struct matrix shift(struct matrix m, int by) {
  if (m.rank != 3 || by == 0)
    return m;
  for (int i = 0; i < 3; i++) {
    if (m.cell[i][i] > 1000 || m.cell[i][i] < -1000 || by > 1000 || by < -1000)
      return m;
    m.cell[i][i] += by;
  }
  if (m.cell[0][0] + m.cell[1][1] == 1321 && m.cell[2][2] == 77)
    __builtin_abort(); // bug: abort
  return m;
}
