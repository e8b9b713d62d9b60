// Arrays of one round each; their sum would not fit.
// expect: proved
int main(void) { for (int i = 1; i < 30; i++) { volatile char a[1 << 20]; a[0] = 1; } for (int i = 1; i < 20; i++) { volatile char b[(1 << 20) + i]; b[i] = 2; } return 0; }
