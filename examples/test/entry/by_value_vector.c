// flags: --entry blend
// expect: violated
//
// Vectors: in a register of their own, in one as a double, and in memory because
// there is no register of 32 bytes without AVX. One more lies behind a pointer.
typedef int v4 __attribute__((vector_size(16)));
typedef float v2 __attribute__((vector_size(8)));
typedef double wide __attribute__((vector_size(32)));
typedef unsigned char bytes __attribute__((vector_size(16)));

v4 blend(v4 a, v2 b, int k, wide c, bytes d, v4 *p) {
    if (k != 5)
        return a + *p;
    if (a[0] == 7 && a[3] == -9 && b[1] == 2.5f && c[3] == 8.0 && d[13] == 200 && p[1][2] == 66)
        a[1] = 10 / (k - 5); // bug: division-by-zero
    return a;
}
