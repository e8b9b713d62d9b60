// expect: proved
// flags: -- -fno-builtin
// Names that are there on every machine: folders, /dev/null and its like.
#define _GNU_SOURCE
#include "choose.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void folder(const char *name) {
    char c;
    struct stat s;
    klee_assert(stat(name, &s) == 0 && S_ISDIR(s.st_mode));
    klee_assert(open(name, O_RDWR) == -1 && errno == EISDIR);
    klee_assert(open(name, O_RDONLY | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
    int fd = open(name, O_RDONLY | O_DIRECTORY);
    klee_assert(fd >= 3 && read(fd, &c, 1) == -1 && errno == EISDIR);
    klee_assert(pread(fd, &c, 1, 0) == -1 && errno == EISDIR);
    klee_assert(fstat(fd, &s) == 0 && S_ISDIR(s.st_mode));
    klee_assert(write(fd, &c, 1) == -1 && errno == EBADF);
    klee_assert(lseek(fd, 0, SEEK_CUR) == 0 && fsync(fd) == 0);
    klee_assert(ftruncate(fd, 0) == -1 && errno == EINVAL);
    klee_assert(close(fd) == 0);
    FILE *f = fopen(name, "r");
    klee_assert(f != NULL && getc(f) == EOF && ferror(f) && !feof(f));
    klee_assert(fclose(f) == 0 && fopen(name, "w") == NULL && errno == EISDIR);
}

static void device(int fd, unsigned which) {
    char byte, got[3] = {1, 1, 1};
    klee_make_symbolic(&byte, 1, "byte");
    long full = write(fd, &byte, 1), read_now = read(fd, got, 2);
    klee_assert(which == 2 ? full == -1 : full == 1);
    if (which == 0)
        klee_assert(read_now == 0 && got[0] == 1);
    else
        klee_assert(read_now == 2 && got[0] == 0 && got[1] == 0 && got[2] == 1);
    klee_assert(pread(fd, got, 3, 5) == (which == 0 ? 0 : 3));
    klee_assert(pwrite(fd, &byte, 1, 5) == (which == 2 ? -1 : 1));
    klee_assert(which != 2 || errno == ENOSPC);
    klee_assert(write(fd, &byte, 0) == 0 && lseek(fd, 7, SEEK_SET) == 0);
    struct stat s;
    klee_assert(fstat(fd, &s) == 0 && S_ISCHR(s.st_mode) && s.st_size == 0);
    klee_assert(ftruncate(fd, 0) == -1 && errno == EINVAL);
    klee_assert(fsync(fd) == -1 && errno == EINVAL);
    klee_assert(!isatty(fd) && errno == ENOTTY);
}

int main(void) {
    static const char *const folders[] = {".", "./", "..", "/"};
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full"};
    unsigned which = choose(7, "which");
    if (which >= 3) {
        folder(folders[which - 3]);
        return 0;
    }
    const char *name = devices[which];
    klee_assert(access(name, R_OK | W_OK) == 0);
    klee_assert(open(name, O_RDONLY | O_DIRECTORY) == -1 && errno == ENOTDIR);
    klee_assert(open(name, O_RDWR | O_CREAT | O_EXCL, 0600) == -1 && errno == EEXIST);
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    klee_assert(fd >= 3);
    device(fd, which);
    int other = dup(fd);
    klee_assert(other > fd && close(fd) == 0);
    device(other, which);
    klee_assert(close(other) == 0);
    int out = open("/dev/stdout", O_WRONLY);
    klee_assert(out >= 3 && close(out) == 0);
    return 0;
}
