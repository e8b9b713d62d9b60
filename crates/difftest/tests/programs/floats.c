// Arithmetic, conversions and comparisons of the three formats.
#include <stdio.h>

static void bits(double d) {
    union { double d; unsigned long long u; } v = {d};
    printf("%llx ", v.u);
}

static unsigned rnd(void) {
    static unsigned x = 12345;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

int main(void) {
    for (int i = 0; i < 200; i++) {
        double a = (double)(int)rnd() / (double)(rnd() | 1), b = (double)(rnd() % 1000) - 500.5;
        float fa = (float)a, fb = (float)b;
        long double la = a, lb = (long double)b * 3;
        bits(a + b); bits(a * b); bits(a / b); bits(a - b);
        bits(fa + fb); bits(fa * fb); bits(fa / fb);
        bits((double)(la * lb)); bits((double)(la / lb)); bits((float)(la - lb));
        printf("%d%d%d%d%d ", a < b, fa >= fb, la != lb, -a > b, !a);
        printf("%d %u %lld %d\n", (int)b, (unsigned)(b * b), (long long)(b * 1e6), (short)(lb));
        printf("%f %e %g %.3f %10.2e\n", a, a, a, b, b);
    }
    double zero = rnd() == 0, inf = 1 / (zero + 0.0), nan = inf - inf;
    printf("%f %f %d %d %d\n", inf, -inf, nan == nan, nan != nan, nan < 1);
    unsigned long long big = 0xfffffffffffff800ull;
    bits((double)big); bits((float)big); bits((double)(long long)big);
    printf("%llu\n", (unsigned long long)1.8e19);
    return 0;
}
