/* One file: the input of a run that follows one (`everypath fuzz --file`).
 * An engine that has no such input says so at the first open. Reads go through
 * `__ep_read` as those of standard input do; nothing is buffered. */

#define EP_SEEK_SET 0
#define EP_SEEK_CUR 1
#define EP_SEEK_END 2

static FILE ep_input_stream;

static long ep_open(const char *path) {
    (void)ep_strlen(path);
    return __ep_open(path);
}

static FILE *ep_fopen(const char *path, const char *mode) {
    if (mode[0] != 'r' || mode[1] == '+' || (mode[1] != 0 && mode[2] == '+'))
        __ep_unsupported("opening a file for writing");
    long descriptor = ep_open(path);
    if (descriptor < 0) {
        ep_errno = EP_ENOENT;
        return NULL;
    }
    ep_input_stream.flags = 0;
    ep_input_stream.pushed = 0;
    ep_input_stream.descriptor = (int)descriptor;
    return &ep_input_stream;
}

FILE *fopen(const char *path, const char *mode) {
    return ep_fopen(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    return ep_fopen(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
    (void)mode;
    if (descriptor == 0)
        return stdin;
    ep_input_stream.flags = 0;
    ep_input_stream.pushed = 0;
    ep_input_stream.descriptor = descriptor;
    return &ep_input_stream;
}

int open(const char *path, int flags, ...) {
    if (flags & 3)
        __ep_unsupported("opening a file for writing");
    long descriptor = ep_open(path);
    if (descriptor < 0)
        ep_errno = EP_ENOENT;
    return (int)descriptor;
}

int open64(const char *path, int flags, ...) {
    if (flags & 3)
        __ep_unsupported("opening a file for writing");
    return (int)ep_open(path);
}

ssize_t read(int descriptor, void *to, size_t size) {
    return __ep_read(descriptor, to, size);
}

ssize_t write(int descriptor, const void *from, size_t size) {
    if (descriptor != 1 && descriptor != 2) {
        ep_errno = EP_EBADF;
        return -1;
    }
    return __ep_write(descriptor, from, size);
}

int close(int descriptor) {
    (void)descriptor;
    return 0;
}

long lseek(int descriptor, long offset, int whence) {
    return __ep_seek(descriptor, offset, whence);
}

long lseek64(int descriptor, long offset, int whence) {
    return __ep_seek(descriptor, offset, whence);
}

static int ep_fseek(FILE *file, long offset, int whence) {
    if (whence == EP_SEEK_CUR)
        offset -= file->pushed;
    long to = __ep_seek(file->descriptor, offset, whence);
    if (!klee_is_symbolic((uintptr_t)to) && to < 0)
        return -1;
    file->pushed = 0;
    file->flags &= ~EP_FILE_EOF;
    return 0;
}

int fseek(FILE *file, long offset, int whence) {
    return ep_fseek(file, offset, whence);
}

int fseeko(FILE *file, long offset, int whence) {
    return ep_fseek(file, offset, whence);
}

int fseeko64(FILE *file, long offset, int whence) {
    return ep_fseek(file, offset, whence);
}

long ftell(FILE *file) {
    return __ep_seek(file->descriptor, 0, EP_SEEK_CUR) - file->pushed;
}

long ftello(FILE *file) {
    return __ep_seek(file->descriptor, 0, EP_SEEK_CUR) - file->pushed;
}

long ftello64(FILE *file) {
    return __ep_seek(file->descriptor, 0, EP_SEEK_CUR) - file->pushed;
}

void rewind(FILE *file) {
    ep_fseek(file, 0, EP_SEEK_SET);
    file->flags = 0;
}
