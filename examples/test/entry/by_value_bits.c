// flags: --entry mix
// expect: violated
//
// Bit-fields and packed members by value: in a register, in memory because a
// member is not at an offset of its own, and in memory for their size.
struct flags {
    unsigned kind : 3;
    int level : 7;
};
struct __attribute__((packed)) record {
    char mark;
    int number;
};
struct __attribute__((packed)) large {
    char mark;
    long long numbers[2];
    short last;
};

int mix(struct flags f, int one, struct record r, struct large l, int two) {
    if (one != 1 || two != 2)
        return 0;
    if (f.kind == 5 && f.level == -9 && r.mark == 'x' && r.number == 70000 &&
        l.numbers[1] == -3 && l.last == 12)
        return 10 / (f.level + 9); // bug: division-by-zero
    return r.mark == 'y' ? l.mark : f.level;
}
