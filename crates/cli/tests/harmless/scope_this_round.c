// A pointer to the local of this round.
// expect: proved
int main(void) { int *p = 0; int r = 0; for (int i = 0; i < 3; i++) { int x = i; p = &x; r += *p; } return r == 7; }
