// expect: proved
// flags: -- -fno-builtin
// The tables behind the macros say what the functions say.
#define _GNU_SOURCE
#include <ctype.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

extern const unsigned short **__ctype_b_loc(void);
extern const int32_t **__ctype_toupper_loc(void), **__ctype_tolower_loc(void);
extern size_t __ctype_get_mb_cur_max(void);
#undef tolower
#undef toupper
#undef isascii
#undef toascii

int main(void) {
    signed char byte;
    klee_make_symbolic(&byte, sizeof byte, "byte");
    int c = byte;
    unsigned classes = (*__ctype_b_loc())[c];
    /* The bits of upper, lower, alpha, digit on a little-endian machine. */
    klee_assert(!(classes & 0x100) == !isupper(c) && !(classes & 0x200) == !islower(c));
    klee_assert(!(classes & 0x400) == !isalpha(c) && !(classes & 0x800) == !isdigit(c));
    if (c >= 0) {
        klee_assert((*__ctype_tolower_loc())[c] == tolower(c));
        klee_assert((*__ctype_toupper_loc())[c] == toupper(c));
    }
    klee_assert(isascii(c) == (c >= 0) && toascii(c) == (c & 127));
    klee_assert(__ctype_get_mb_cur_max() == 1);
    return 0;
}
