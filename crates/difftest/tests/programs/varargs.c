// va_arg of every class, va_copy, and passing the list on.
#include <stdarg.h>
#include <stdio.h>

struct pair { int a, b; };
struct big { long v[5]; };
struct mixed { double d; long l; };

static long take(const char *what, va_list ap) {
    long sum = 0;
    for (; *what; what++) {
        switch (*what) {
        case 'i': sum += va_arg(ap, int); break;
        case 'l': sum += va_arg(ap, long); break;
        case 'q': sum += (long)va_arg(ap, long long); break;
        case 'd': sum += (long)(va_arg(ap, double) * 100); break;
        case 'D': sum += (long)(va_arg(ap, long double) * 100); break;
        case 'p': sum += *va_arg(ap, int *); break;
        case '2': { struct pair p = va_arg(ap, struct pair); sum += p.a * 10 + p.b; break; }
        case 'B': { struct big b = va_arg(ap, struct big); sum += b.v[0] + b.v[4]; break; }
        case 'M': { struct mixed m = va_arg(ap, struct mixed); sum += (long)m.d + m.l; break; }
        }
    }
    return sum;
}

static long f(const char *what, ...) {
    va_list ap, again;
    va_start(ap, what);
    va_copy(again, ap);
    long a = take(what, ap), b = take(what, again);
    va_end(again);
    va_end(ap);
    return a * 3 + b;
}

int main(void) {
    int x = 77;
    struct pair p = {4, 5};
    struct big b = {{1, 2, 3, 4, 5}};
    struct mixed m = {8.5, 9};
    printf("%ld\n", f("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8));
    printf("%ld\n", f("dddddddddd", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5));
    printf("%ld\n", f("iDldDqp", 1, 2.25L, 3L, 4.5, 5.75L, 1LL << 20, &x));
    printf("%ld\n", f("2B2iM", p, b, p, 6, m));
    printf("%ld\n", f("i2dBiDM", -1, p, 0.25, b, 3, -1.5L, m));
    return 0;
}
