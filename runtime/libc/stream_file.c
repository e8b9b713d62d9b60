/* Streams of files: opening, closing, positions. A stream has no buffer: its
 * place is its descriptor's, less what was put back. */

/* The flags of `open` that a mode means, or -1 with EINVAL. */
static int ep_open_flags(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r':
        flags = 0;
        break;
    case 'w':
        flags = EP_O_WRONLY | EP_O_CREAT | EP_O_TRUNC;
        break;
    case 'a':
        flags = EP_O_WRONLY | EP_O_CREAT | EP_O_APPEND;
        break;
    default:
        ep_errno = EP_EINVAL;
        return -1;
    }
    for (const char *m = mode + 1; *m != 0 && *m != ','; m++) {
        if (*m == '+')
            flags = (flags & ~EP_O_ACCMODE) | EP_O_RDWR;
        if (*m == 'x')
            flags |= EP_O_EXCL;
    }
    return flags;
}

static int ep_stream_flags(int flags) {
    int access = flags & EP_O_ACCMODE;
    return access == 0 ? EP_FILE_NO_WRITES : access == EP_O_WRONLY ? EP_FILE_NO_READS : 0;
}

/* The streams that are open, by descriptor, the youngest first. As glibc keeps a list
 * of its own: a stream that the program forgets is not lost. */
static FILE *ep_streams[EP_MAX_OPEN];

static void ep_keep_stream(FILE *file) {
    FILE **first = &ep_streams[file->descriptor];
    file->older = *first;
    *first = file;
}

/* Before its descriptor is closed: what has none is not kept. */
static void ep_forget_stream(FILE *file) {
    if (file->descriptor < 0)
        return;
    for (FILE **at = &ep_streams[file->descriptor]; *at != NULL; at = &(*at)->older)
        if (*at == file) {
            *at = file->older;
            return;
        }
}

static FILE *ep_stream(int descriptor, int flags) {
    FILE *file = descriptor < 0 ? NULL : __ep_own_block(sizeof *file);
    if (file == NULL)
        return NULL;
    memset(file, 0, sizeof *file);
    file->descriptor = descriptor;
    file->flags = ep_stream_flags(flags);
    file->own = 1;
    ep_keep_stream(file);
    return file;
}

/* As glibc: a stream that is only to be appended to stands at the end. */
static void ep_start(int descriptor, int flags) {
    if ((flags & EP_O_APPEND) && (flags & EP_O_ACCMODE) == EP_O_WRONLY)
        ep_seek(descriptor, 0, 2);
}

static FILE *ep_fopen(const char *path, const char *mode) {
    int flags = ep_open_flags(mode);
    if (flags < 0)
        return NULL;
    int descriptor = ep_open_file(path, flags);
    FILE *file = ep_stream(descriptor, flags);
    if (file == NULL && descriptor >= 0)
        ep_close(descriptor);
    if (file != NULL)
        ep_start(descriptor, flags);
    return file;
}

FILE *fopen(const char *path, const char *mode) {
    return ep_fopen(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    return ep_fopen(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
    int flags = ep_open_flags(mode);
    if (flags < 0)
        return NULL;
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return NULL;
    int has = o->flags & EP_O_ACCMODE, wants = flags & EP_O_ACCMODE;
    if (has != EP_O_RDWR && has != wants) {
        ep_errno = EP_EINVAL;
        return NULL;
    }
    if (flags & EP_O_APPEND)
        o->flags |= EP_O_APPEND;
    FILE *file = ep_stream(descriptor, flags);
    if (file != NULL)
        ep_start(descriptor, flags);
    return file;
}

static int ep_fclose(FILE *file) {
    ep_forget_stream(file);
    int result = ep_close_told(file->descriptor) == 0 ? 0 : EOF;
    file->descriptor = -1;
    file->pushed = 0;
    if (file->own)
        free(file);
    return result;
}

int fclose(FILE *file) {
    return ep_fclose(file);
}


/* The stream stays, its file changes. */
static FILE *ep_freopen(const char *path, const char *mode, FILE *file) {
    if (path == NULL)
        __ep_unsupported("freopen without a name");
    int old = file->descriptor;
    ep_forget_stream(file);
    if (old >= 0)
        ep_close(old);
    file->descriptor = -1;
    file->pushed = 0;
    int flags = ep_open_flags(mode);
    int descriptor = flags < 0 ? -1 : ep_open_file(path, flags);
    if (descriptor < 0) {
        if (file->own)
            free(file);
        return NULL;
    }
    /* glibc keeps the descriptor's number. */
    if (old >= 0 && descriptor != old && ep_table[old] == NULL) {
        ep_table[old] = ep_table[descriptor];
        ep_on_exec[old] = ep_on_exec[descriptor];
        ep_table[descriptor] = NULL;
        descriptor = old;
    }
    file->descriptor = descriptor;
    file->flags = ep_stream_flags(flags);
    if (file->own)
        ep_keep_stream(file);
    ep_start(descriptor, flags);
    return file;
}

FILE *freopen(const char *path, const char *mode, FILE *file) {
    return ep_freopen(path, mode, file);
}

FILE *freopen64(const char *path, const char *mode, FILE *file) {
    return ep_freopen(path, mode, file);
}

static int ep_fseek(FILE *file, ep_off64 offset, int whence) {
    if (whence == 1)
        offset -= file->pushed;
    /* The length of a followed input is a symbol, and never an error. */
    ep_off64 to = ep_seek(file->descriptor, offset, whence);
    if (!klee_is_symbolic((uintptr_t)to) && to < 0)
        return -1;
    file->pushed = 0;
    file->flags &= ~EP_FILE_EOF;
    return 0;
}

static ep_off64 ep_ftell(FILE *file) {
    ep_off64 at = ep_seek(file->descriptor, 0, 1);
    return !klee_is_symbolic((uintptr_t)at) && at < 0 ? -1 : at - file->pushed;
}

int fseek(FILE *file, long offset, int whence) {
    return ep_fseek(file, offset, whence);
}

int fseeko(FILE *file, off_t offset, int whence) {
    return ep_fseek(file, offset, whence);
}

int fseeko64(FILE *file, ep_off64 offset, int whence) {
    return ep_fseek(file, offset, whence);
}

long ftell(FILE *file) {
    return (long)ep_ftell(file);
}

off_t ftello(FILE *file) {
    return (off_t)ep_ftell(file);
}

ep_off64 ftello64(FILE *file) {
    return ep_ftell(file);
}

void rewind(FILE *file) {
    ep_fseek(file, 0, 0);
    file->flags &= ~EP_FILE_ERROR;
}

/* glibc's fpos_t begins with the offset. */
int fgetpos(FILE *file, void *position) {
    ep_off64 at = ep_ftell(file);
    if (at < 0)
        return -1;
    *(off_t *)position = (off_t)at;
    return 0;
}

int fsetpos(FILE *file, const void *position) {
    return ep_fseek(file, *(const off_t *)position, 0);
}

/* Whether the stream is for reading only. */
int __freading(FILE *file) {
    return (file->flags & EP_FILE_NO_WRITES) != 0;
}

/* Bytes that wait to be written: none ever do. */
size_t __fpending(FILE *file) {
    (void)file;
    return 0;
}

/* What waits to be read is what was put back. */
void __fpurge(FILE *file) {
    file->pushed = 0;
}
