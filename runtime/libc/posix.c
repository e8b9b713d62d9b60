/* unistd.h, fcntl.h and sys/stat.h over the files of `files.c`. */

int open(const char *path, int flags, ...) {
    return ep_open_file(path, flags);
}

int open64(const char *path, int flags, ...) {
    return ep_open_file(path, flags);
}

int creat(const char *path, mode_t mode) {
    (void)mode;
    return ep_open_file(path, EP_O_WRONLY | EP_O_CREAT | EP_O_TRUNC);
}

/* Only the working folder is known. */
int openat(int folder, const char *path, int flags, ...) {
    if (folder != EP_AT_FDCWD && *path != '/')
        __ep_unsupported("openat of another folder");
    return ep_open_file(path, flags);
}

int close(int descriptor) {
    return ep_close_told(descriptor);
}

ssize_t read(int descriptor, void *to, size_t size) {
    return ep_read_fd(descriptor, to, size);
}

/* What the program is told of bytes written to a standard stream: in an open
 * environment a pipe may be closed and a disk full, or only a part be taken. What
 * is in a file is exact; that writing to one succeeds is assumed. */
#define EP_WRITTEN_AT_ONCE 0x7ffff000
static ssize_t ep_told_written(int descriptor, ssize_t n) {
    struct ep_open *o = __ep_is_open() && n > 0 ? ep_opened(descriptor) : NULL;
    if (o == NULL || (o->kind != EP_OUTPUT && o->kind != EP_ERRORS))
        return n;
    if (__ep_surrounding("whether writing fails", 0, 1)) {
        ep_any_reason(EP_EIO);
        return -1;
    }
    ssize_t taken = __ep_surrounding("how much is written", 1, EP_WRITTEN_AT_ONCE);
    return taken < n ? taken : n;
}

ssize_t write(int descriptor, const void *from, size_t size) {
    return ep_told_written(descriptor, ep_write_fd(descriptor, from, size));
}

off_t lseek(int descriptor, off_t offset, int whence) {
    return (off_t)ep_seek(descriptor, offset, whence);
}

ep_off64 lseek64(int descriptor, ep_off64 offset, int whence) {
    return ep_seek(descriptor, offset, whence);
}

/* Of a file, or NULL with EBADF or ESPIPE. */
static struct ep_open *ep_positioned(int descriptor, int writing, off_t offset) {
    if (offset < 0) {
        ep_errno = EP_EINVAL;
        return NULL;
    }
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return NULL;
    int access = o->flags & EP_O_ACCMODE;
    if (o->kind != EP_FILE_NODE && o->kind != EP_FOLDER && !ep_is_device(o->kind)) {
        ep_errno = EP_ESPIPE;
        return NULL;
    }
    if (writing ? access == 0 : access == EP_O_WRONLY) {
        ep_errno = EP_EBADF;
        return NULL;
    }
    return o;
}

ssize_t pread(int descriptor, void *to, size_t size, off_t offset) {
    struct ep_open *o = ep_positioned(descriptor, 0, offset);
    if (o != NULL && o->kind != EP_FILE_NODE)
        return ep_read_device(o->kind, to, size);
    return o == NULL ? -1 : ep_read_at(o->node, (size_t)offset, to, size);
}

ssize_t pwrite(int descriptor, const void *from, size_t size, off_t offset) {
    struct ep_open *o = ep_positioned(descriptor, 1, offset);
    if (o == NULL)
        return -1;
    if (o->kind != EP_FILE_NODE)
        return ep_write_device(o->kind, size);
    /* As Linux does it: appending wins over the offset. */
    size_t at = o->flags & EP_O_APPEND ? o->node->size : (size_t)offset;
    return ep_write_at(o->node, at, from, size);
}

int dup(int descriptor) {
    struct ep_open *o = ep_opened(descriptor);
    int to = o == NULL ? -1 : ep_free_descriptor(0);
    if (to >= 0) {
        ep_table[to] = o;
        ep_on_exec[to] = 0;
    }
    return to;
}

int dup2(int descriptor, int to) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    if (to < 0 || to >= EP_MAX_OPEN) {
        ep_errno = EP_EBADF;
        return -1;
    }
    if (to == descriptor)
        return to;
    if (ep_table[to] != NULL)
        ep_close(to);
    ep_table[to] = o;
    ep_on_exec[to] = 0;
    return to;
}

int ftruncate(int descriptor, off_t size) {
    struct ep_open *o = size < 0 ? NULL : ep_opened(descriptor);
    if (size < 0)
        ep_errno = EP_EINVAL;
    if (o == NULL)
        return -1;
    if (o->kind != EP_FILE_NODE || (o->flags & EP_O_ACCMODE) == 0) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    ep_refresh(o->node);
    ep_written(o->node);
    if ((size_t)size <= o->node->size)
        o->node->size = (size_t)size;
    else if (!ep_grow(o->node, (size_t)size))
        return -1;
    return 0;
}

static int ep_unlink(struct ep_node *n, const char *name) {
    int denied = n != NULL && __ep_is_open() &&
                 __ep_surrounding("whether removing is denied", 0, 1);
    if (n == NULL || denied) {
        if (!__ep_is_open())
            __ep_assume_no_other_file();
        ep_any_reason(ep_missing_reason(name));
        return -1;
    }
    ep_remove(n);
    return 0;
}

int unlink(const char *path) {
    const char *name = ep_plain_name(path);
    if (*path != 0 && ep_folder_number(name) != EP_NO_FOLDER) {
        ep_errno = EP_EISDIR;
        return -1;
    }
    struct ep_node *n = ep_find(name);
    return ep_unlink(n, name);
}

int remove(const char *path) {
    const char *name = ep_plain_name(path);
    struct ep_node *n = ep_find(name);
    if (n == NULL && *path != 0 && ep_folder_number(name) != EP_NO_FOLDER)
        __ep_unsupported("removing a folder");
    return ep_unlink(n, name);
}

/* Every file may be read and written, none executed. */
int access(const char *path, int mode) {
    const char *name = ep_plain_name(path);
    if (mode & ~7) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    if (ep_device_kind(name) != EP_CLOSED && !(mode & 1))
        return 0;
    if (__ep_is_open()) {
        if (ep_find(name) != NULL && !__ep_surrounding("whether access is denied", 0, 1))
            return 0;
        ep_any_reason(EP_EACCES);
        return -1;
    }
    int folder = *path == 0 ? EP_NO_FOLDER : ep_folder_number(name);
    if (folder == EP_OUTSIDE && mode & 2)
        __ep_unsupported("whether a folder beside the program's can be written");
    if (folder != EP_NO_FOLDER)
        return 0;
    if (ep_find(name) == NULL) {
        __ep_assume_no_other_file();
        ep_errno = ep_missing_reason(name);
        return -1;
    }
    if (mode & 1) {
        ep_errno = EP_EACCES;
        return -1;
    }
    return 0;
}

/* No descriptor is a terminal: native runs have files and pipes. */
int isatty(int descriptor) {
    if (ep_opened(descriptor) != NULL && __ep_is_open() &&
        __ep_surrounding("whether it is a terminal", 0, 1))
        return 1;
    if (ep_opened(descriptor) != NULL)
        ep_errno = EP_ENOTTY;
    return 0;
}

int fsync(int descriptor) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    if (o->kind == EP_FILE_NODE || o->kind == EP_FOLLOWED || o->kind == EP_FOLDER)
        return 0;
    ep_errno = EP_EINVAL;
    return -1;
}

/* Advice changes nothing. */
int posix_fadvise(int descriptor, off_t offset, off_t size, int advice) {
    (void)offset;
    int before = ep_errno;
    struct ep_open *o = ep_opened(descriptor);
    ep_errno = before;
    if (o == NULL)
        return EP_EBADF;
    if (o->kind == EP_OUTPUT || o->kind == EP_ERRORS)
        return EP_ESPIPE;
    /* i386 hands a 32-bit size on as an unsigned one: it is never negative. */
    int negative = sizeof size > 4 && size < 0;
    return negative || advice < 0 || advice > 5 ? EP_EINVAL : 0;
}

#define EP_F_DUPFD 0
#define EP_F_GETFD 1
#define EP_F_SETFD 2
#define EP_F_GETFL 3
#define EP_F_DUPFD_CLOEXEC 1030

int fcntl(int descriptor, int command, ...) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    switch (command) {
    case EP_F_DUPFD:
    case EP_F_DUPFD_CLOEXEC: {
        va_list list;
        va_start(list, command);
        int argument = va_arg(list, int);
        va_end(list);
        if (argument < 0) {
            ep_errno = EP_EINVAL;
            return -1;
        }
        int to = ep_free_descriptor(argument);
        if (to >= 0) {
            ep_table[to] = o;
            ep_on_exec[to] = command == EP_F_DUPFD_CLOEXEC;
        }
        return to;
    }
    case EP_F_GETFD:
        return ep_on_exec[descriptor];
    case EP_F_SETFD: {
        va_list list;
        va_start(list, command);
        ep_on_exec[descriptor] = va_arg(list, int) & 1;
        va_end(list);
        return 0;
    }
    case EP_F_GETFL:
        if (o->kind == EP_FOLDER)
            __ep_unsupported("the flags of a folder's descriptor");
        /* Creation flags are not kept; files are large on 32 bits. */
        return (o->flags & (EP_O_ACCMODE | EP_O_APPEND)) | 0100000;
    default:
        __ep_unsupported("fcntl with this command");
    }
}

/* The number of a folder's file. */
static unsigned long ep_folder_inode(int folder) {
    return folder > 0 ? 2000 + (unsigned long)folder : 1000;
}

/* What stat says of every kind of file: one device, numbers in order, no time. */
static void ep_describe(const struct ep_open *o, struct ep_stat64 *to) {
    enum ep_kind kind = o->kind;
    if (__ep_is_open())
        __ep_unsupported("what a file is besides its content, in any environment (--closed)");
    memset(to, 0, sizeof *to);
    to->st_dev = 1;
    to->st_nlink = 1;
    to->st_blksize = 4096;
    if (kind == EP_FOLLOWED) {
        int descriptor = ep_engine_descriptor(o);
        long at = __ep_seek(descriptor, 0, 1);
        to->st_mode = EP_S_IFREG | 0644;
        to->st_ino = 1;
        to->st_size = __ep_seek(descriptor, 0, 2);
        __ep_seek(descriptor, at, 0);
    } else if (kind == EP_FILE_NODE) {
        to->st_mode = EP_S_IFREG | 0644;
        to->st_nlink = o->node->removed ? 0 : 1;
        to->st_ino = (unsigned long)(o->node - ep_nodes) + 1;
        to->st_size = (off_t)o->node->size;
        to->st_blocks = (off_t)(o->node->size + 511) / 512;
    } else if (kind == EP_INPUT || ep_is_device(kind)) {
        to->st_mode = EP_S_IFCHR | 0666;
        to->st_ino = 1001;
        to->st_rdev = kind == EP_ZERO ? 0x105 : kind == EP_FULL ? 0x107 : 0x103;
    } else if (kind == EP_FOLDER) {
        to->st_ino = ep_folder_inode(o->folder);
        to->st_nlink = 2 + (unsigned)(o->folder == EP_OUTSIDE ? 0 : ep_folders_in(o->folder));
        to->st_size = 4096;
        to->st_mode = EP_S_IFDIR | 0755;
    } else {
        to->st_mode = EP_S_IFIFO | 0600;
        to->st_ino = 1001 + (unsigned long)kind;
    }
#ifndef __x86_64__
    to->st_ino_short = (unsigned long)to->st_ino;
#endif
}

static int ep_stat_fd(int descriptor, struct ep_stat64 *to) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    ep_describe(o, to);
    return 0;
}

static int ep_stat_name(const char *path, struct ep_stat64 *to) {
    if (__ep_is_open())
        __ep_unsupported("what a file is besides its content, in any environment (--closed)");
    const char *name = ep_plain_name(path);
    struct ep_open o = {.kind = ep_device_kind(name)};
    o.folder = *path == 0 ? EP_NO_FOLDER : ep_folder_number(name);
    if (o.folder != EP_NO_FOLDER)
        o.kind = EP_FOLDER;
    if (o.kind == EP_CLOSED) {
        o.node = ep_find(name);
        o.kind = o.node != NULL ? EP_FILE_NODE : EP_CLOSED;
    }
    if (o.kind != EP_CLOSED) {
        ep_describe(&o, to);
        return 0;
    }
    __ep_assume_no_other_file();
    ep_errno = ep_missing_reason(name);
    return -1;
}

#ifdef __x86_64__
static int ep_narrow_stat(int result, const struct ep_stat64 *from, struct ep_stat *to) {
    if (result == 0)
        *to = *from;
    return result;
}
#else
static int ep_narrow_stat(int result, const struct ep_stat64 *from, struct ep_stat *to) {
    if (result != 0)
        return result;
    memset(to, 0, sizeof *to);
    to->st_dev = from->st_dev;
    to->st_ino = (unsigned long)from->st_ino;
    to->st_mode = from->st_mode;
    to->st_nlink = from->st_nlink;
    to->st_rdev = from->st_rdev;
    to->st_size = (long)from->st_size;
    to->st_blksize = from->st_blksize;
    to->st_blocks = (long)from->st_blocks;
    return 0;
}
#endif

int stat(const char *path, struct ep_stat *to) {
    struct ep_stat64 s;
    return ep_narrow_stat(ep_stat_name(path, &s), &s, to);
}

int lstat(const char *path, struct ep_stat *to) {
    struct ep_stat64 s;
    return ep_narrow_stat(ep_stat_name(path, &s), &s, to);
}

int fstat(int descriptor, struct ep_stat *to) {
    struct ep_stat64 s;
    return ep_narrow_stat(ep_stat_fd(descriptor, &s), &s, to);
}

int stat64(const char *path, struct ep_stat64 *to) {
    return ep_stat_name(path, to);
}

int lstat64(const char *path, struct ep_stat64 *to) {
    return ep_stat_name(path, to);
}

int fstat64(int descriptor, struct ep_stat64 *to) {
    return ep_stat_fd(descriptor, to);
}

/* No user is special and no process has another. */
static unsigned ep_identities[4];
static int ep_is_known[4];

/* Which user and group, their effective ones included: any, and always the
 * same. */
static unsigned ep_identity(int which) {
    if (!__ep_is_open())
        return 1000;
    if (!ep_is_known[which]) {
        ep_is_known[which] = 1;
        ep_identities[which] = (unsigned)__ep_surrounding("a user or group", 0, 2147483647);
    }
    return ep_identities[which];
}

unsigned getuid(void) {
    return ep_identity(0);
}

unsigned geteuid(void) {
    return ep_identity(1);
}

unsigned getgid(void) {
    return ep_identity(2);
}

unsigned getegid(void) {
    return ep_identity(3);
}

int getpagesize(void) {
    return 4096;
}
