/* everypath.h: how a C program tells Everypath which values are inputs, what
 * may be assumed of them, and what must hold.
 *
 *     #include <everypath.h>
 *
 *     int main(void) {
 *       int n;
 *       ep_symbolic(&n, sizeof n, "n");   // n takes every value
 *       ep_assume(n > 0);                 // only positive ones from here on
 *       ep_assert(n / 2 < n);             // a violation when this can fail
 *     }
 *
 * Under `everypath` the calls are understood by the explorer. Linked with
 * runtime/replay/replay.c, the same program replays one recorded input. */
#ifndef EVERYPATH_H
#define EVERYPATH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define EP_BOOL bool
#define EP_NOTHROW throw()
#else
#define EP_BOOL _Bool
#define EP_NOTHROW
#endif

/* The `size` bytes at `object` take every value. `name` is what bugs and test
 * files call them; calls are told apart by their order, so a name may repeat. */
void ep_symbolic(void *object, size_t size, const char *name);

/* Only inputs that make `condition` true are considered from here on. When
 * none does, the path ends without a finding. */
void ep_assume(EP_BOOL condition);

/* glibc's reporter of failed assertions; `assert` of <assert.h> uses it too. */
void __assert_fail(const char *expression, const char *file, unsigned line,
                   const char *function) EP_NOTHROW
    __attribute__((__noreturn__));

/* A violation when `condition` can be false. Unlike `assert` it stays when
 * NDEBUG is defined. */
#define ep_assert(condition)                                                   \
  ((condition) ? (void)0                                                       \
               : __assert_fail(#condition, __FILE__, __LINE__,                 \
                               __extension__ __func__))

#undef EP_BOOL
#undef EP_NOTHROW
#ifdef __cplusplus
}
#endif
#endif
