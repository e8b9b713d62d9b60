// expect: proved
// flags: -- -fno-builtin
// Every function that writes a character or a text: what it returns.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <errno.h>

extern int _IO_putc(int, FILE *), __overflow(FILE *, int);
#undef putc
#undef putchar
#undef putc_unlocked
#undef putchar_unlocked

int main(void) {
    int c;
    char s[4];
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    int byte = (unsigned char)c;
    setvbuf(stdout, NULL, _IONBF, 0);
    setbuf(stderr, NULL);
    setbuffer(stderr, NULL, 0);
    setlinebuf(stdin);
    klee_assert(setvbuf(stdin, NULL, 7, 0) != 0);
    klee_assert(fputc(c, stdout) == byte && fputc_unlocked(c, stdout) == byte);
    klee_assert(putc(c, stdout) == byte && putc_unlocked(c, stdout) == byte);
    klee_assert(putchar(c) == byte && putchar_unlocked(c) == byte);
    klee_assert(_IO_putc(c, stdout) == byte && __overflow(stdout, byte) == byte);
    klee_assert(fputs(s, stdout) >= 0 && fputs_unlocked(s, stdout) >= 0);
    klee_assert(fwrite(s, 2, 2, stdout) == 2 && fwrite_unlocked(s, 1, 3, stdout) == 3);
    klee_assert(fwrite(s, 0, 5, stdout) == 0);
    klee_assert(fflush(stdout) == 0 && fflush_unlocked(NULL) == 0);
    errno = c & 63;
    perror(s);
    klee_assert(fclose(stdin) == 0);
    return 0;
}
