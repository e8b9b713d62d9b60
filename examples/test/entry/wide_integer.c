// flags: --entry scale
// expect: violated
//
// Integers of 128 bits: two registers each, or memory where only one is left.
typedef unsigned __int128 wide;

int scale(int a, __int128 x, int b, wide y, int c, __int128 z) {
    if (a != 1 || b != 2 || c != 3)
        return 0;
    if (x == -5 && y >> 100 == 9 && z == ((wide)1 << 90) + 4)
        return 10 / (int)(x + 5); // bug: division-by-zero
    return x > z;
}
