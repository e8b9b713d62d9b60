// flags: --entry pick
// expect: violated
//
// What a declaration says about its layout: a packed structure whose bit-field
// is as wide as its type comes in a register, structures with an alignment of
// their own lie on the stack at multiples of it, and so does what holds a
// `long double` or an integer of 128 bits.
struct __attribute__((packed)) mark {
    char kind;
    int number : 32;
    short rest;
};
struct slot {
    int number;
} __attribute__((aligned(16)));
struct line {
    char kind;
    _Alignas(32) int number;
};
union word {
    long double all;
    int parts[4];
};
struct wide {
    __int128 number;
};
#pragma pack(push, 2)
struct pair {
    char kind;
    int number;
    double weight;
};
#pragma pack(pop)

struct slot pick(int a, int b, int c, int d, struct mark m, struct wide i, struct slot s, int e,
                 struct slot t, struct line l, union word w, double x, struct pair p) {
    if (a != 1 || b != 2 || c != 3 || d != 4 || e != 5 || x != 2.5)
        return s;
    if (m.kind == 'x' && m.number == 77 && m.rest == -2 && i.number == (__int128)1 << 100 &&
        s.number == 9 && t.number == 10 && l.kind == 'q' && l.number == 8 && w.parts[1] == 12 &&
        p.number == -4 && p.weight == 0.5)
        s.number = 10 / (a - 1); // bug: division-by-zero
    return t;
}
