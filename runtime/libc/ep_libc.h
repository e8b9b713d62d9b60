/* What the models share: types, the constants of the x86 Linux ABI, and the
 * helpers of other files. Models call helpers (`ep_…`) and builtins, never a
 * public function: a user's program may define its own `getline`. */
#ifndef EP_LIBC_H
#define EP_LIBC_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ep_builtin.h"

typedef ptrdiff_t ssize_t;
typedef unsigned char ep_byte;
typedef unsigned long long ep_u64;
typedef int (*ep_compare)(const void *, const void *);

#define EOF (-1)
#define EP_EDOM 33
#define EP_ERANGE 34
#define EP_EINVAL 22
#define EP_ENOMEM 12
#define EP_EBADF 9
#define EP_EOVERFLOW 75
#define EP_EILSEQ 84

/* The bits of `_flags`, as glibc's: inline feof and ferror test the last two. */
#define EP_FILE_NO_READS 0x4
#define EP_FILE_NO_WRITES 0x8
#define EP_FILE_EOF 0x10
#define EP_FILE_ERROR 0x20

/* Bytes that `ungetc` can put back. */
#define EP_PUSHBACK 8

/* Starts as glibc's FILE does, with empty windows: its inline getc_unlocked
 * and putc_unlocked then always call __uflow and __overflow. */
typedef struct ep_file {
    int flags;
    char *windows[8];
    int descriptor;
    int pushed;
    ep_byte pushback[EP_PUSHBACK];
    int own; /* from malloc: fclose frees it */
    struct ep_file *older; /* opened before it on the same descriptor */
} FILE;

extern FILE *stdin, *stdout, *stderr;

static int ep_errno;

#endif
