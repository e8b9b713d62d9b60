/* The types of the POSIX layer, as the x86 Linux ABI has them. `off_t` is a
 * `long`; the functions whose names end in 64 take 64 bits on both targets. */
#ifndef EP_POSIX_H
#define EP_POSIX_H

typedef long off_t;
typedef long long ep_off64;
typedef unsigned mode_t;

#define EP_ENOENT 2
#define EP_EIO 5
#define EP_EACCES 13
#define EP_EEXIST 17
#define EP_ENOTDIR 20
#define EP_EISDIR 21
#define EP_EMFILE 24
#define EP_ENOTTY 25
#define EP_ENOSPC 28
#define EP_ESPIPE 29
#define EP_ENAMETOOLONG 36
#define EP_ENOSYS 38

#define EP_O_ACCMODE 3
#define EP_O_WRONLY 1
#define EP_O_RDWR 2
#define EP_O_CREAT 0100
#define EP_O_EXCL 0200
#define EP_O_TRUNC 01000
#define EP_O_APPEND 02000
#define EP_O_DIRECTORY 0200000
#define EP_O_CLOEXEC 02000000
#define EP_AT_FDCWD (-100)

#define EP_S_IFIFO 0010000
#define EP_S_IFCHR 0020000
#define EP_S_IFDIR 0040000
#define EP_S_IFREG 0100000

struct ep_time {
    long seconds, nanoseconds;
};

#ifdef __x86_64__
struct ep_stat {
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, st_padding;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks;
    struct ep_time st_atim, st_mtim, st_ctim;
    long st_reserved[3];
};
#define ep_stat64 ep_stat
#else
struct ep_stat {
    unsigned long long st_dev;
    unsigned short st_padding_1;
    unsigned long st_ino;
    unsigned st_mode, st_nlink, st_uid, st_gid;
    unsigned long long st_rdev;
    unsigned short st_padding_2;
    long st_size, st_blksize, st_blocks;
    struct ep_time st_atim, st_mtim, st_ctim;
    unsigned long st_reserved[2];
};
struct ep_stat64 {
    unsigned long long st_dev;
    unsigned st_padding_1;
    unsigned long st_ino_short;
    unsigned st_mode, st_nlink, st_uid, st_gid;
    unsigned long long st_rdev;
    unsigned st_padding_2;
    long long st_size;
    long st_blksize;
    long long st_blocks;
    struct ep_time st_atim, st_mtim, st_ctim;
    unsigned long long st_ino;
} __attribute__((packed, aligned(4)));
#endif

#endif
