/* Blocks of bytes. */
#define _GNU_SOURCE
#include "differential.h"

#include <strings.h>
#include <unistd.h>

MODEL(memcmp);
MODEL(bcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(rawmemchr);
MODEL(mempcpy);
MODEL(memccpy);
MODEL(memmem);
MODEL(bcopy);
MODEL(bzero);
MODEL(explicit_bzero);
MODEL(swab);

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static void fill(char *to, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = "ab\0\377c"[below(5)];
}

static void compare_blocks(void) {
    char a[40], b[40];
    size_t n = below(41);
    fill(a, n);
    memcpy(b, a, n);
    if (n > 0 && !once_in(3))
        b[below((unsigned)n)] = (char)random_bits();
    const char *x = exact(a, n), *y = exact(b, n);
    check("memcmp", sign(memcmp(x, y, n)) == sign(epm_memcmp(x, y, n)), "%s %s", show(x, n),
          show(y, n));
    check("bcmp", !bcmp(x, y, n) == !epm_bcmp(x, y, n), "%s %s", show(x, n), show(y, n));
    int c = once_in(4) ? (int)random_bits() : "ab\377c"[below(4)];
    check("memchr", memchr(x, c, n) == epm_memchr(x, c, n), "%s %d", show(x, n), c);
    check("memrchr", memrchr(x, c, n) == epm_memrchr(x, c, n), "%s %d", show(x, n), c);
    a[n > 0 ? n - 1 : 0] = (char)c;
    x = exact(a, n + (n == 0));
    check("rawmemchr", rawmemchr(x, c) == epm_rawmemchr(x, c), "%s %d", show(x, n), c);
    size_t m = below(4);
    fill(b, m);
    y = exact(b, m);
    check("memmem", memmem(x, n, y, m) == epm_memmem(x, n, y, m), "%s %s", show(x, n),
          show(y, m));
}

static void copy_blocks(void) {
    char from[40], a[40], b[40];
    size_t n = below(41);
    fill(from, n);
    fill(a, 40);
    memcpy(b, a, 40);
    void *p = mempcpy(a, from, n), *q = epm_mempcpy(b, from, n);
    check("mempcpy", (char *)p - a == (char *)q - b && memcmp(a, b, 40) == 0, "%zu", n);
    int c = "abc\377"[below(4)];
    p = memccpy(a, from, c, n);
    q = epm_memccpy(b, from, c, n);
    check("memccpy", (p == NULL) == (q == NULL) && (!p || (char *)p - a == (char *)q - b) &&
                         memcmp(a, b, 40) == 0,
          "%s %d", show(from, n), c);
    n = below(21);
    size_t x = below(20), y = below(20);
    bcopy(a + x, a + y, n);
    epm_bcopy(b + x, b + y, n);
    check("bcopy", memcmp(a, b, 40) == 0, "%zu %zu %zu", x, y, n);
    bzero(a + x, n);
    epm_bzero(b + x, n);
    check("bzero", memcmp(a, b, 40) == 0, "%zu %zu", x, n);
    fill(from, 40);
    memcpy(a, from, 40);
    memcpy(b, from, 40);
    explicit_bzero(a + x, n);
    epm_explicit_bzero(b + x, n);
    check("explicit_bzero", memcmp(a, b, 40) == 0, "%zu %zu", x, n);
    /* glibc handles an odd last byte as it likes. */
    ssize_t even = (ssize_t)(n & ~1u);
    swab(from, a, even);
    epm_swab(from, b, even);
    check("swab", memcmp(a, b, 40) == 0, "%zd", even);
}

void test_memory(void) {
    for (int i = 0; i < CASES; i++) {
        compare_blocks();
        copy_blocks();
        forget();
    }
}
