// flags: --entry grade
// expect: violated
//
// `long double` by value, behind a pointer and as a result: any 80 bits.
struct reading {
    int at;
    long double value;
};

long double grade(int k, long double x, struct reading *r, struct reading s) {
    const unsigned char *a = (const unsigned char *)&x, *b = (const unsigned char *)&r->value;
    if (k != 3)
        return x;
    if (a[9] == 0xc0 && a[8] == 0 && b[7] == 0x80 && r->at == 12 && s.at == -1)
        return 10 / (k - 3); // bug: division-by-zero
    return s.value;
}
