/* klee/klee.h: KLEE's harness interface, as Everypath understands it.
 *
 * A harness that was written for KLEE compiles unchanged against this file.
 * Under `everypath` the calls are what makes values symbolic and what limits
 * them; in a native replay (runtime/replay/replay.c) the same calls hand out
 * the recorded bytes. What has no meaning to Everypath is accepted and does
 * nothing; each such line says so.
 */
#ifndef EVERYPATH_KLEE_KLEE_H
#define EVERYPATH_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The `nbytes` bytes at `addr` (a whole object in KLEE, any range here) take
 * every value. `name` appears in bugs and test files. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A fresh `int` with `begin <= value < end`. */
int klee_range(int begin, int end, const char *name);

/* A fresh `int`. */
int klee_int(const char *name);

/* A fresh value with `0 <= value < n`. */
uintptr_t klee_choose(uintptr_t n);

/* Only inputs that make `condition` nonzero are considered from here on. */
void klee_assume(uintptr_t condition);

/* A violation when `expr` is false. */
#ifdef __cplusplus
void __assert_fail(const char *, const char *, unsigned, const char *) throw()
    __attribute__((__noreturn__));
#else
extern void __assert_fail(const char *__assertion, const char *__file,
                          unsigned int __line, const char *__function)
    __attribute__((__noreturn__));
#endif
#define klee_assert(expr)                                                      \
  ((expr) ? (void)0                                                            \
          : __assert_fail(#expr, __FILE__, __LINE__, __extension__ __func__))

/* Ends the path without a finding; `status` is ignored. */
__attribute__((noreturn)) void klee_silent_exit(int status);

/* Ends the path as a violation. */
__attribute__((noreturn)) void klee_abort(void);

/* Ends the path as a violation with this message; `suffix` names the kind in
 * KLEE's files (`.assert.err`, ...) and is part of the message here. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line,
                                                 const char *message,
                                                 const char *suffix);

/* Among the inputs of a test case prefer one with `condition` nonzero; never
 * changes what is reachable. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* 1 when the argument depends on an input, else 0; always 0 in a replay. */
unsigned klee_is_symbolic(uintptr_t n);

/* 1 in a native replay, 0 under exploration. */
unsigned klee_is_replay(void);

/* One value that the expression can take; the path goes on unconstrained. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* Messages; in a replay they go to standard error. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

/* The size in bytes of the object that `ptr` points into (its start). */
size_t klee_get_obj_size(void *ptr);

/* A violation unless `address .. address + size` may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* The location of errno. */
int *klee_get_errno(void);

/* Accepted, without effect: hints to KLEE's own search and merging. */
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);
void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_alias_function(const char *fn_name, const char *new_fn_name);
void klee_alias_function_regex(const char *fn_regex, const char *new_fn_name);
void klee_define_fixed_object(void *addr, size_t nbytes);

#ifdef __cplusplus
}
#endif
#endif
