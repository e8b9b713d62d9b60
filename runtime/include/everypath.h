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

/* Function contracts: the first statements of a function's body.
 *
 *     int next(int *p, int n) {
 *       ep_requires(n > 0 && n < 100);
 *       ep_requires(ep_fresh(p, sizeof *p));
 *       ep_assigns(p, sizeof *p);
 *       ep_ensures(*p == ep_old(*p) + n);
 *       ep_ensures(ep_result(int) > n);
 *       ...
 *
 * Each call must meet the requirements, and each return what is ensured;
 * nothing else changes than what ep_assigns names. `everypath check` verifies
 * the function from any state that meets its requirements, and then lets the
 * contract stand for its calls, recursive ones too. The clauses must have no
 * effects.
 *
 * ep_fresh(p, n), in ep_requires only: the n bytes at p are valid, and the
 * function reaches them by no other name. ep_old(e), in ep_ensures: the value
 * before the body. ep_result(type): what the function returns. A parameter is
 * what was passed, also after the body. Natively only ep_requires is checked,
 * unless `everypath` builds the program to confirm what it found. */
EP_BOOL __ep_clause(int kind);
void __ep_requires(EP_BOOL condition, const char *text);
void __ep_ensures(EP_BOOL condition, const char *text);
void __ep_assigns(void *address, size_t size);
EP_BOOL ep_fresh(const void *address, size_t size);
void *__ep_result(size_t size);
void __ep_old_begin(void);
void __ep_old_end(void *value, size_t size);
#if defined(EVERYPATH_NATIVE_CONTRACTS) && !defined(__cplusplus)
/* How `everypath` builds the program to confirm a broken contract: the clauses
 * are noted when a function begins and checked when it returns. */
void ep_contract_enter(void *frame, const char *name);
void ep_contract_promise(void *block, const char *text);
void ep_contract_broken(const char *text);
void ep_contract_assigns(void *address, size_t size);
EP_BOOL ep_contract_fresh(const void *address, size_t size);
void *ep_contract_result(size_t size, int type);
EP_BOOL ep_contract_noting(void);
void ep_contract_note(const void *site, const void *value, size_t size);
void *ep_contract_old(const void *site, size_t size);
#define EP_CONTRACT_                                                           \
  ep_contract_enter(__builtin_frame_address(0), __extension__ __func__)
#define ep_requires(condition)                                                 \
  (EP_CONTRACT_, __ep_requires((condition), #condition))
#define ep_ensures(condition)                                                  \
  (EP_CONTRACT_, ep_contract_promise((void *)^{                                \
     if (!(condition))                                                         \
       ep_contract_broken(#condition);                                         \
   }, #condition))
#define ep_assigns(address, size)                                              \
  (EP_CONTRACT_, ep_contract_assigns((address), (size)))
#define ep_fresh(address, size) ep_contract_fresh((address), (size))
#define ep_result(type)                                                        \
  (*(type *)ep_contract_result(sizeof(type),                                   \
                               __builtin_classify_type(*(type *)0)))
#define ep_old(expression)                                                     \
  (__extension__({                                                             \
    static char ep_old_site_;                                                  \
    __typeof__(expression) ep_old_value_ =                                     \
        ep_contract_noting()                                                   \
            ? (expression)                                                     \
            : *(__typeof__(expression) *)ep_contract_old(&ep_old_site_,        \
                                                         sizeof(expression));  \
    ep_contract_note(&ep_old_site_, &ep_old_value_, sizeof ep_old_value_);     \
    ep_old_value_;                                                             \
  }))
#else
#define ep_requires(condition)                                                 \
  (__ep_clause(1) ? __ep_requires((condition), #condition) : (void)0)
#define ep_ensures(condition)                                                  \
  (__ep_clause(2) ? __ep_ensures((condition), #condition) : (void)0)
#define ep_assigns(address, size)                                              \
  (__ep_clause(3) ? __ep_assigns((address), (size)) : (void)0)
#define ep_result(type) (*(type *)__ep_result(sizeof(type)))
#define ep_old(expression)                                                     \
  (__extension__({                                                             \
    __ep_old_begin();                                                          \
    __typeof__(expression) ep_old_value_ = (expression);                       \
    __ep_old_end(&ep_old_value_, sizeof ep_old_value_);                        \
    ep_old_value_;                                                             \
  }))
#endif

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
