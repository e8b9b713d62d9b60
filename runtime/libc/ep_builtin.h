/* The functions that the models call and that every engine provides. Nothing
 * else is external in the bitcode, except LLVM's intrinsics. */
#ifndef EP_BUILTIN_H
#define EP_BUILTIN_H

#include <stddef.h>
#include <stdint.h>

/* As in C. memcpy, memmove and memset appear as intrinsics too. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *object);
void *aligned_alloc(size_t alignment, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
_Noreturn void abort(void);
/* Ends the program at once. `exit` itself is a model (it runs what `atexit`
 * registered, then calls this): when the linked module defines `exit`, an
 * engine calls it with the value that `main` returns. */
_Noreturn void _exit(int status);

/* Reads at most `size` bytes of descriptor 0: the number read, 0 at the end.
 * `size` is concrete. */
long __ep_read(int descriptor, void *to, size_t size);

/* The descriptor of the file that is the input if this is its name, else -1 and
 * the assumption that there is no such file. */
long __ep_open(const char *path);

/* `lseek` on the input file or on standard input, which is an empty device when
 * it is no input. */
long __ep_seek(int descriptor, long offset, int whence);

/* The value of a variable of the environment that is the input, else null and
 * the assumption that there is no such variable. */
char *__ep_variable(const char *name);

/* Writes to descriptor 1 or 2: returns `size`. Address and size may be
 * symbolic (`from[0 .. size)` is always inside one object); a symbolic
 * execution discards the bytes and must not fork. */
long __ep_write(int descriptor, const void *from, size_t size);

/* 1 when the value is not one known constant on this path, else 0. Never
 * forks, never asks a solver. (KLEE's function of the same name.) */
int klee_is_symbolic(uintptr_t value);

/* What the function of math.h with this name gives for known numbers on the
 * machine that runs the engine, and what it leaves in errno (0: nothing). `y`
 * is for functions of two numbers; a float's function has its own name and
 * takes and gives values that a float holds. A symbolic number ends the path. */
double __ep_math(const char *function, double x, double y);
int __ep_math_error(const char *function, double x, double y);

/* A number from `least` to `most` of which nothing else is known: what the
 * path finds after it is possible, not certain. */
long __ep_any_number(const char *what, long least, long most);

/* A value that the number has, which holds from here on; others are paths of
 * their own, as many as are tried: the verdict says where some were left out. */
uint64_t __ep_some_value(uint64_t value);

/* How many calls of the system may fail on a path, and whether this one does:
 * 0 or 1, both sides of which are explored. */
int __ep_max_failures(void);
int __ep_may_fail(void);

/* Notes an assumption with the verdict: a clock was read or waited for. */
void __ep_assume_clock(void);

/* Notes an assumption with the verdict: elements were sorted or searched. */
void __ep_assume_order(void);

/* Notes an assumption with the verdict: a name was looked up that is no file of
 * the program. */
void __ep_assume_no_other_file(void);

/* A folder is listed that has so many files and folders, and nothing else: notes
 * with the verdict that there are no others, and that they come in another order.
 * Where one input is followed it ends the path: the folder is the machine's. */
void __ep_assume_folder(int inside);

/* Whether the surroundings of the program (clock, random numbers, variables,
 * standard input, files) are arbitrary instead of empty: the same on all paths.
 * What follows is called only then. */
int __ep_is_open(void);

/* Something of the surroundings from `least` to `most`: which one it is, the
 * program cannot know, and each of them can be. Without a name it shows in
 * another input (a variable is set, a file is there). */
long __ep_surrounding(const char *what, long least, long most);

/* Fills `to` with bytes of standard input: how many there are of `size`, fewer
 * only at its end. `size` is concrete, and at most 64. */
long __ep_read_any(void *to, size_t size);

/* A `struct ep_given` for a file of this name with any content of `size` bytes,
 * or without content when `size` is negative. */
void *__ep_any_file(const char *name, long size);

/* Notes that more is possible than can be: the content of a file is made new,
 * since one that was written may be the same. */
void __ep_assume_names(void);

/* "NAME=" with a value of at most 8 bytes behind it, or "NAME" alone. */
char *__ep_any_variable(const char *name, int present);

/* Notes that more is possible than can be: a sequence of random numbers was
 * begun a second time and need not be the same. */
void __ep_assume_sequence(void);

/* Where one input is followed, the value that it makes: the other values are
 * left out by a recorded condition. Else the value itself. Never forks. */
uint64_t __ep_fixed(uint64_t value);

/* Ends the path with the outcome "unsupported", for the given reason. */
_Noreturn void __ep_unsupported(const char *reason);

#endif
