// flags: --entry blend -- -mavx
// expect: violated
//
// Vectors with AVX: one of 32 bytes comes in a register, and behind a pointer it
// is aligned to as many.
typedef int v4 __attribute__((vector_size(16)));
typedef float v2 __attribute__((vector_size(8)));
typedef double wide __attribute__((vector_size(32)));
typedef unsigned char bytes __attribute__((vector_size(16)));

wide blend(v4 a, v2 b, int k, wide c, bytes d, wide *p) {
    if (k != 5)
        return c + *p;
    if (a[0] == 7 && a[3] == -9 && b[1] == 2.5f && c[3] == 8.0 && d[13] == 200 && p[1][2] == 66.0)
        c[1] = 10 / (k - 5); // bug: division-by-zero
    return c;
}
