/* FILE, the three standard streams and output. Nothing is buffered: every
 * call of the user is one or a few writes, so that stdio and plain writes
 * never change places, and a path that ends loses nothing. */

static FILE ep_stdin = {.descriptor = 0, .flags = EP_FILE_NO_WRITES};
static FILE ep_stdout = {.descriptor = 1, .flags = EP_FILE_NO_READS};
static FILE ep_stderr = {.descriptor = 2, .flags = EP_FILE_NO_READS};

FILE *stdin = &ep_stdin;
FILE *stdout = &ep_stdout;
FILE *stderr = &ep_stderr;

/* Whether what is written is seen by no one in the program. */
static int ep_is_standard(const FILE *file) {
    const struct ep_open *o = ep_opened(file->descriptor);
    return o != NULL && !(file->flags & EP_FILE_NO_WRITES) &&
           (o->kind == EP_OUTPUT || o->kind == EP_ERRORS);
}

/* Whether the bytes were taken; `size` may be symbolic: on the way to a standard
 * stream nothing asks about it. */
static int ep_write(FILE *file, const void *from, size_t size) {
    struct ep_open *o = ep_opened(file->descriptor);
    if (file->flags & EP_FILE_NO_WRITES) {
        ep_errno = EP_EBADF;
        o = NULL;
    }
    if (o != NULL && (o->kind == EP_OUTPUT || o->kind == EP_ERRORS)) {
        if (ep_call_fails()) {
            file->flags |= EP_FILE_ERROR;
            return 0;
        }
        __ep_write(o->kind == EP_OUTPUT ? 1 : 2, from, size);
        return 1;
    }
    if (o != NULL && ep_write_fd(file->descriptor, from, size) >= 0)
        return 1;
    file->flags |= EP_FILE_ERROR;
    return 0;
}

static int ep_putc(int c, FILE *file) {
    ep_byte byte = (ep_byte)c;
    return ep_write(file, &byte, 1) ? byte : EOF;
}

static int ep_fputs(const char *s, FILE *file) {
    return ep_write(file, s, ep_strlen(s)) ? 1 : EOF;
}

int fputc(int c, FILE *file) {
    return ep_putc(c, file);
}

int putc(int c, FILE *file) {
    return ep_putc(c, file);
}

int _IO_putc(int c, FILE *file) {
    return ep_putc(c, file);
}

int putchar(int c) {
    return ep_putc(c, stdout);
}

int putc_unlocked(int c, FILE *file) {
    return ep_putc(c, file);
}

int fputc_unlocked(int c, FILE *file) {
    return ep_putc(c, file);
}

int putchar_unlocked(int c) {
    return ep_putc(c, stdout);
}

/* What glibc's inline putc_unlocked calls when the window is full. */
int __overflow(FILE *file, int c) {
    return ep_putc(c, file);
}

int fputs(const char *s, FILE *file) {
    return ep_fputs(s, file);
}

int fputs_unlocked(const char *s, FILE *file) {
    return ep_fputs(s, file);
}

int puts(const char *s) {
    /* The returned number is glibc's: what was written. */
    size_t length = ep_strlen(s);
    if (!ep_write(stdout, s, length) || ep_putc('\n', stdout) == EOF)
        return EOF;
    return length + 1 > INT_MAX ? INT_MAX : (int)(length + 1);
}

static size_t ep_fwrite(const void *from, size_t size, size_t count, FILE *file) {
    size_t bytes = size * count;
    if (bytes == 0)
        return 0;
    return ep_write(file, from, bytes) ? count : 0;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    return ep_fwrite(from, size, count, file);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
    return ep_fwrite(from, size, count, file);
}

void perror(const char *prefix) {
    char buffer[32];
    const char *name = ep_strerror(ep_errno, buffer);
    if (prefix != NULL && *prefix != 0) {
        ep_fputs(prefix, stderr);
        ep_fputs(": ", stderr);
    }
    ep_fputs(name, stderr);
    ep_putc('\n', stderr);
}

/* There are no buffers to flush or to set. */
int fflush(FILE *file) {
    (void)file;
    return 0;
}

int fflush_unlocked(FILE *file) {
    (void)file;
    return 0;
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    (void)file, (void)buffer, (void)size;
    /* _IOFBF, _IOLBF, _IONBF */
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

void setbuf(FILE *file, char *buffer) {
    (void)file, (void)buffer;
}

void setbuffer(FILE *file, char *buffer, size_t size) {
    (void)file, (void)buffer, (void)size;
}

void setlinebuf(FILE *file) {
    (void)file;
}

int feof(FILE *file) {
    return (file->flags & EP_FILE_EOF) != 0;
}

int feof_unlocked(FILE *file) {
    return (file->flags & EP_FILE_EOF) != 0;
}

int ferror(FILE *file) {
    return (file->flags & EP_FILE_ERROR) != 0;
}

int ferror_unlocked(FILE *file) {
    return (file->flags & EP_FILE_ERROR) != 0;
}

void clearerr(FILE *file) {
    file->flags &= ~(EP_FILE_EOF | EP_FILE_ERROR);
}

void clearerr_unlocked(FILE *file) {
    file->flags &= ~(EP_FILE_EOF | EP_FILE_ERROR);
}

static int ep_fileno(FILE *file) {
    if (file->descriptor < 0)
        ep_errno = EP_EBADF;
    return file->descriptor;
}

int fileno(FILE *file) {
    return ep_fileno(file);
}

int fileno_unlocked(FILE *file) {
    return ep_fileno(file);
}

void flockfile(FILE *file) {
    (void)file;
}

void funlockfile(FILE *file) {
    (void)file;
}
