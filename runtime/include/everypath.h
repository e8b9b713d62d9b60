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

/* Inside a loop, best as the first statement of its body: `condition` holds
 * there in every round. `everypath check` cuts the loop with it: it holds in
 * the first round, each round keeps it, and what follows is proved from any
 * state in which it holds, without unwinding. `everypath test` asserts it. */
EP_BOOL __ep_invariant(EP_BOOL condition);
#define ep_invariant(condition) ((void)__ep_invariant(condition))

/* The habits of CBMC: between the head of a loop and its body, and as
 * statements. */
#define __CPROVER_loop_invariant(condition) if (__ep_invariant(condition))
void __CPROVER_assume(EP_BOOL condition);
void __CPROVER_assert(EP_BOOL condition, const char *description);
EP_BOOL __CPROVER_r_ok(const void *address, size_t size);
EP_BOOL __CPROVER_w_ok(const void *address, size_t size);

#undef EP_BOOL
#undef EP_NOTHROW
#ifdef __cplusplus
}
#endif
#endif
