/* Character classes, as functions and as the tables behind the macros. */
#define _GNU_SOURCE
#define __NO_CTYPE
#include "differential.h"

#include <ctype.h>

#define CLASSES(f)                                                                                 \
    f(isalpha) f(isdigit) f(isalnum) f(isxdigit) f(islower) f(isupper) f(isspace) f(isblank)       \
        f(iscntrl) f(isprint) f(isgraph) f(ispunct)

#define DECLARE(name) MODEL(name);
CLASSES(DECLARE)
MODEL(tolower);
MODEL(toupper);
MODEL(isascii);
MODEL(toascii);
extern const unsigned short **epm___ctype_b_loc(void);
extern const int32_t **epm___ctype_toupper_loc(void), **epm___ctype_tolower_loc(void);

#define COMPARE(name) check(#name, !name(c) == !epm_##name(c), "%d", c);

void test_ctype(void) {
    for (int i = 0; i < CASES; i++) {
        /* glibc's tables end at -128 and 255. */
        int c = i < 384 ? i - 128 : (int)below(384) - 128;
        CLASSES(COMPARE)
        check("tolower", tolower(c) == epm_tolower(c), "%d %d", c, epm_tolower(c));
        check("toupper", toupper(c) == epm_toupper(c), "%d %d", c, epm_toupper(c));
        check("__ctype_b_loc", (*__ctype_b_loc())[c] == (*epm___ctype_b_loc())[c], "%d", c);
        check("__ctype_toupper_loc", (*__ctype_toupper_loc())[c] == (*epm___ctype_toupper_loc())[c],
              "%d", c);
        check("__ctype_tolower_loc", (*__ctype_tolower_loc())[c] == (*epm___ctype_tolower_loc())[c],
              "%d", c);
        int any = once_in(2) ? (int)random_bits() : c;
        check("isascii", !isascii(any) == !epm_isascii(any), "%d", any);
        check("toascii", toascii(any) == epm_toascii(any), "%d", any);
    }
}
