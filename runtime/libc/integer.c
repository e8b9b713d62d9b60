/* Numbers from text and integer arithmetic of stdlib.h.
 *
 * One parser serves the strto* family: it forks on where the number begins
 * and ends and on its sign; overflow is a flag that is folded without a
 * branch, and so is the store to errno. */

/* The value of a digit in bases up to 36; 99 for other characters. */
static unsigned ep_digit(char c, int base) {
    unsigned digit = (ep_byte)c - '0';
    if (base <= 10)
        return digit;
    unsigned letter = (unsigned)((ep_byte)c | 32) - 'a';
    unsigned other = letter < 26 ? letter + 10 : 99;
    return digit < 10 ? digit : other;
}

/* What is read, and its limits: the magnitudes of the largest and of the
 * smallest value, saturated when exceeded. */
struct ep_number {
    ep_u64 most;
    ep_u64 least;
    int binary; /* accept 0b (C23) */
};

/* A number that grows by digits. */
struct ep_sum {
    unsigned base;
    ep_u64 value;        /* modulo 2^64 */
    int over;            /* beyond the limit */
    ep_u64 limit_before; /* the limit without its last digit, and that digit */
    unsigned limit_digit;
};

static struct ep_sum ep_sum_begin(int base, int negative, const struct ep_number *kind) {
    ep_u64 limit = negative ? kind->least : kind->most;
    struct ep_sum sum = {.base = (unsigned)base,
                         .limit_before = limit / (unsigned)base,
                         .limit_digit = (unsigned)(limit % (unsigned)base)};
    return sum;
}

static void ep_sum_digit(struct ep_sum *sum, unsigned digit) {
    sum->over |= (sum->value > sum->limit_before) |
                 ((sum->value == sum->limit_before) & (digit > sum->limit_digit));
    sum->value = sum->value * sum->base + digit;
}

/* An unsigned type saturates at its maximum whatever the sign. */
static ep_u64 ep_sum_end(const struct ep_sum *sum, int negative, const struct ep_number *kind) {
    ep_u64 value = negative ? 0 - sum->value : sum->value;
    ep_u64 saturated = negative && kind->least != kind->most ? 0 - kind->least : kind->most;
    ep_errno = sum->over ? EP_ERANGE : ep_errno;
    return sum->over ? saturated : value;
}

/* Returns the value modulo 2^64. */
static ep_u64 ep_parse(const char *text, char **end, int base, struct ep_number kind) {
    if (base < 0 || base == 1 || base > 36) {
        ep_errno = EP_EINVAL;
        return 0;
    }
    const char *s = text;
    while (ep_isspace((ep_byte)*s))
        s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' && ep_digit(s[2], 16) < 16) {
        s += 2;
        base = 16;
    } else if (kind.binary && (base == 0 || base == 2) && s[0] == '0' && (s[1] | 32) == 'b' &&
               ep_digit(s[2], 2) < 2) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    struct ep_sum sum = ep_sum_begin(base, negative, &kind);
    const char *first = s;
    for (;; s++) {
        unsigned digit = ep_digit(*s, base);
        if (digit >= (unsigned)base)
            break;
        ep_sum_digit(&sum, digit);
    }
    if (end != NULL)
        *end = (char *)(s == first ? text : s);
    return ep_sum_end(&sum, negative, &kind);
}

static const struct ep_number ep_long = {LONG_MAX, (ep_u64)LONG_MAX + 1, 0};
static const struct ep_number ep_llong = {LLONG_MAX, (ep_u64)LLONG_MAX + 1, 0};
static const struct ep_number ep_ulong = {ULONG_MAX, ULONG_MAX, 0};
static const struct ep_number ep_ullong = {ULLONG_MAX, ULLONG_MAX, 0};

static struct ep_number ep_c23(struct ep_number kind) {
    kind.binary = 1;
    return kind;
}

int atoi(const char *s) {
    return (int)(long)ep_parse(s, NULL, 10, ep_long);
}

long atol(const char *s) {
    return (long)ep_parse(s, NULL, 10, ep_long);
}

long long atoll(const char *s) {
    return (long long)ep_parse(s, NULL, 10, ep_llong);
}

long strtol(const char *s, char **end, int base) {
    return (long)ep_parse(s, end, base, ep_long);
}

unsigned long strtoul(const char *s, char **end, int base) {
    return (unsigned long)ep_parse(s, end, base, ep_ulong);
}

long long strtoll(const char *s, char **end, int base) {
    return (long long)ep_parse(s, end, base, ep_llong);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    return ep_parse(s, end, base, ep_ullong);
}

long long strtoq(const char *s, char **end, int base) {
    return (long long)ep_parse(s, end, base, ep_llong);
}

unsigned long long strtouq(const char *s, char **end, int base) {
    return ep_parse(s, end, base, ep_ullong);
}

/* The names that glibc's headers give the functions in C23 mode. */
long __isoc23_strtol(const char *s, char **end, int base) {
    return (long)ep_parse(s, end, base, ep_c23(ep_long));
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    return (unsigned long)ep_parse(s, end, base, ep_c23(ep_ulong));
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    return (long long)ep_parse(s, end, base, ep_c23(ep_llong));
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return ep_parse(s, end, base, ep_c23(ep_ullong));
}

/* inttypes.h: intmax_t is 64 bits wide on both targets. */
intmax_t strtoimax(const char *s, char **end, int base) {
    return (intmax_t)ep_parse(s, end, base, ep_llong);
}

uintmax_t strtoumax(const char *s, char **end, int base) {
    return ep_parse(s, end, base, ep_ullong);
}

intmax_t __isoc23_strtoimax(const char *s, char **end, int base) {
    return (intmax_t)ep_parse(s, end, base, ep_c23(ep_llong));
}

uintmax_t __isoc23_strtoumax(const char *s, char **end, int base) {
    return ep_parse(s, end, base, ep_c23(ep_ullong));
}

/* The most negative value has no magnitude: like the system's on this ABI,
 * the result is that value again. */
int abs(int x) {
    return x < 0 ? (int)(0u - (unsigned)x) : x;
}

long labs(long x) {
    return x < 0 ? (long)(0ul - (unsigned long)x) : x;
}

long long llabs(long long x) {
    return x < 0 ? (long long)(0ull - (ep_u64)x) : x;
}

intmax_t imaxabs(intmax_t x) {
    return x < 0 ? (intmax_t)(0 - (uintmax_t)x) : x;
}

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

static int ep_ffs(ep_u64 x) {
    return x == 0 ? 0 : __builtin_ctzll(x) + 1;
}

int ffs(int x) {
    return ep_ffs((unsigned)x);
}

int ffsl(long x) {
    return ep_ffs((unsigned long)x);
}

int ffsll(long long x) {
    return ep_ffs((ep_u64)x);
}
