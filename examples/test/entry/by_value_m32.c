// flags: --entry pick --m32
// expect: violated
//
// The same on i386, where structures lie on the stack, aligned to four bytes
// unless their declaration asks for more, and vectors come in registers.
typedef int v4 __attribute__((vector_size(16)));
struct __attribute__((packed)) mark {
    char kind;
    int number : 32;
    long long rest : 20;
};
struct slot {
    long long number;
} __attribute__((aligned(16)));
union word {
    long double all;
    int parts[3];
};

double _Complex pick(int a, struct mark m, float _Complex f, struct slot s, v4 v, union word w,
                     double _Complex d, long double l, int b) {
    const unsigned char *bytes = (const unsigned char *)&l;
    if (a != 1 || b != 2)
        return d;
    if (m.kind == 'x' && m.number == 77 && m.rest == -9 && __imag__ f == 0.5f && s.number == 9 &&
        v[3] == -1 && w.parts[2] == 12 && __real__ d == 2.5 && bytes[9] == 0x40)
        __imag__ d = 10 / (a - 1); // bug: division-by-zero
    return d;
}
