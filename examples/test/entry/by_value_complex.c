// flags: --entry rotate
// expect: violated
//
// Complex numbers: two floats in one register, two doubles in two, two integers
// in one, and those of `long double` in memory. The result comes in two.
double _Complex rotate(float _Complex a, int turns, double _Complex b,
                       long double _Complex c, int _Complex d) {
    const unsigned char *bytes = (const unsigned char *)&c;
    if (turns != 3)
        return b;
    if (__real__ a == 1.5f && __imag__ a == -2.0f && __real__ b == 4.0 && __imag__ b == 0.5 &&
        __real__ d == 9 && __imag__ d == -3 && bytes[sizeof(long double) + 9] == 0xc0)
        __real__ b = 10 / (turns - 3); // bug: division-by-zero
    return b;
}
