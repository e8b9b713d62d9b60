// expect: proved
// flags: --file data 3
// flags: -- -fno-builtin
// Descriptors of a symbolic file: every way to read gives the same bytes.
#define _GNU_SOURCE
#include "choose.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_as(unsigned name) {
    switch (name) {
    case 0:
        return open("data", O_RDWR);
    case 1:
        return open64("./data", O_RDWR);
    default:
        return openat(AT_FDCWD, "data", O_RDWR);
    }
}

static void read_it(int fd) {
    char a[4] = "", b[4] = "", c[2];
    klee_assert(read(fd, a, 4) == 3 && read(fd, b, 4) == 0);
    klee_assert(lseek(fd, 1, SEEK_SET) == 1 && read(fd, b, 1) == 1 && b[0] == a[1]);
    klee_assert(lseek64(fd, -1, SEEK_END) == 2 && read(fd, b, 4) == 1 && b[0] == a[2]);
    klee_assert(pread(fd, b, 2, 1) == 2 && b[0] == a[1] && b[1] == a[2]);
    klee_assert(lseek(fd, 0, SEEK_CUR) == 3 && lseek(fd, -9, SEEK_CUR) == -1 && errno == EINVAL);
    int other = dup(fd);
    klee_assert(other > fd && lseek(other, 0, SEEK_SET) == 0);
    klee_assert(read(fd, c, 1) == 1 && c[0] == a[0]);
    klee_assert(dup2(fd, 9) == 9 && read(9, c, 1) == 1 && c[0] == a[1]);
    klee_assert((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR);
    klee_assert(close(other) == 0 && close(9) == 0 && read(other, c, 1) == -1 && errno == EBADF);
}

static void look_at(int fd) {
    struct stat s;
    struct stat64 l;
    klee_assert(fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 3);
    klee_assert(fstat64(fd, &l) == 0 && S_ISREG(l.st_mode) && l.st_size == 3);
    klee_assert(stat("data", &s) == 0 && s.st_size == 3 && stat64("data", &l) == 0);
    klee_assert(lstat("data", &s) == 0 && lstat64("data", &l) == 0 && l.st_size == 3);
    klee_assert(stat("none", &s) == -1 && errno == ENOENT);
    klee_assert(access("data", R_OK) == 0 && access("none", F_OK) == -1);
    klee_assert(!isatty(fd) && errno == ENOTTY && fsync(fd) == 0);
    klee_assert(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL) == 0);
}

int main(void) {
    int fd = open_as(choose(3, "name"));
    klee_assert(fd >= 3);
    read_it(fd);
    look_at(fd);
    char byte, got[4];
    klee_make_symbolic(&byte, 1, "byte");
    klee_assert(pwrite(fd, &byte, 1, 1) == 1 && pread(fd, got, 3, 0) == 3 && got[1] == byte);
    klee_assert(lseek(fd, 0, SEEK_END) == 3 && write(fd, &byte, 1) == 1);
    klee_assert(pread(fd, got, 4, 0) == 4 && got[3] == byte);
    klee_assert(ftruncate(fd, 1) == 0 && pread(fd, got, 4, 0) == 1);
    klee_assert(close(fd) == 0);
    fd = creat("new", 0644);
    klee_assert(fd >= 3 && write(fd, &byte, 1) == 1 && read(fd, got, 1) == -1);
    klee_assert(unlink("new") == 0 && open("new", O_RDONLY) == -1 && errno == ENOENT);
    klee_assert(close(fd) == 0 && remove("data") == 0 && remove("data") == -1);
    klee_assert(getuid() == geteuid() && getgid() == getegid() && getpagesize() == 4096);
    return 0;
}
