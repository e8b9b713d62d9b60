// flags: --entry pick
// expect: violated
//
// Unions by value, in an integer and in a floating-point register, and one in
// a structure.
union word {
    int number;
    float fraction;
};
union wide {
    double whole;
    float parts[2];
};
struct tagged {
    int tag;
    union word value;
};

int pick(int before, union word w, union wide d, struct tagged t, int after) {
    if (before != 1 || after != 2 || t.tag != 3)
        return 0;
    if (w.number == 7 && d.whole == 2.5 && t.value.number == 9)
        return 10 / (before + 1 - after); // bug: division-by-zero
    return w.number == 8 ? t.tag : after;
}
