// goto, computed goto, switch, function pointers, VLAs, alloca, recursion.
#include <stdio.h>
#include <stdlib.h>

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op ops[] = {add, sub, mul};

static int machine(const unsigned char *code) {
    static void *labels[] = {&&push, &&plus, &&times, &&stop};
    int stack[8], top = 0;
    goto *labels[*code];
push:
    stack[top++] = code[1];
    code += 2;
    goto *labels[*code];
plus:
    top--;
    stack[top - 1] += stack[top];
    goto *labels[*++code];
times:
    top--;
    stack[top - 1] *= stack[top];
    goto *labels[*++code];
stop:
    return stack[0];
}

static int pick(long v) {
    switch (v) {
    case -5 ... -1: return 1;
    case 0: v++; /* fall through */
    case 7: return (int)v + 10;
    case 0x7fffffffL: return 3;
    default: return 4;
    }
}

static int vla(int n) {
    int sum = 0;
    for (int round = 1; round <= n; round++) {
        int a[round], m[2][round];
        for (int i = 0; i < round; i++) a[i] = i, m[1][i] = i * i;
        sum += a[round - 1] + m[1][round / 2] + (int)(sizeof m / sizeof(int));
    }
    char *s = __builtin_alloca(n);
    for (int i = 0; i < n; i++) s[i] = (char)i;
    return sum + s[n - 1];
}

static unsigned ack(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}

int main(int argc, char **argv) {
    static const unsigned char code[] = {0, 6, 0, 7, 2, 0, 3, 1, 3};
    printf("%d %d\n", machine(code), argv[argc] == 0);
    for (int i = 0; i < 3; i++) printf("%d ", ops[i](20, 3));
    printf("%d %d %d %d %d\n", pick(-3), pick(0), pick(7), pick(0x7fffffff), pick(8));
    printf("%d %u\n", vla(12), ack(2, 9));
    unsigned x = 0x12345678u;
    printf("%x %d %d %d\n", __builtin_bswap32(x), __builtin_popcount(x), __builtin_clz(x), __builtin_ctz(x));
    int r;
    printf("%d ", __builtin_add_overflow(2147483647, 1, &r));
    printf("%d %d\n", r, __builtin_mul_overflow(3, 5, &r));
    int n = 10;
    do {
        if (n % 3 == 0) continue;
        if (n == 2) break;
        r += n;
    } while (--n);
    printf("%d\n", r);
    fflush(0);
    exit(r & 0x7f);
}
