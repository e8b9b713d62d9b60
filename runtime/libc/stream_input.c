/* Reading from a stream, byte by byte: each byte forks where the reader asks
 * something about it. The end of the input stays the end until clearerr. */

static int ep_getc(FILE *file) {
    if (file->pushed > 0)
        return file->pushback[--file->pushed];
    if (file->flags & EP_FILE_EOF)
        return EOF;
    if (file->flags & EP_FILE_NO_READS) {
        file->flags |= EP_FILE_ERROR;
        ep_errno = EP_EBADF;
        return EOF;
    }
    ep_byte byte = 0;
    long n = ep_read_fd(file->descriptor, &byte, 1);
    if (n == 1)
        return byte;
    file->flags |= n == 0 ? EP_FILE_EOF : EP_FILE_ERROR;
    return EOF;
}

static int ep_ungetc(int c, FILE *file) {
    if (c == EOF)
        return EOF;
    if (file->pushed == EP_PUSHBACK)
        __ep_unsupported("ungetc of more than 8 characters");
    file->pushback[file->pushed++] = (ep_byte)c;
    file->flags &= ~EP_FILE_EOF;
    return (ep_byte)c;
}

int fgetc(FILE *file) {
    return ep_getc(file);
}

int getc(FILE *file) {
    return ep_getc(file);
}

int _IO_getc(FILE *file) {
    return ep_getc(file);
}

int getchar(void) {
    return ep_getc(stdin);
}

int getc_unlocked(FILE *file) {
    return ep_getc(file);
}

int fgetc_unlocked(FILE *file) {
    return ep_getc(file);
}

int getchar_unlocked(void) {
    return ep_getc(stdin);
}

/* What glibc's inline getc_unlocked calls when the window is empty. */
int __uflow(FILE *file) {
    return ep_getc(file);
}

int ungetc(int c, FILE *file) {
    return ep_ungetc(c, file);
}

static char *ep_fgets(char *to, int size, FILE *file) {
    if (size <= 0)
        return NULL;
    int n = 0;
    while (n < size - 1) {
        int c = ep_getc(file);
        if (c == EOF) {
            if (n == 0 || (file->flags & EP_FILE_ERROR))
                return NULL;
            break;
        }
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    to[n] = 0;
    return to;
}

char *fgets(char *to, int size, FILE *file) {
    return ep_fgets(to, size, file);
}

char *fgets_unlocked(char *to, int size, FILE *file) {
    return ep_fgets(to, size, file);
}

/* As dangerous as ever: the overflow is what an analysis is to find. */
char *gets(char *to) {
    int c = ep_getc(stdin);
    if (c == EOF)
        return NULL;
    size_t n = 0;
    for (; c != EOF && c != '\n'; c = ep_getc(stdin))
        to[n++] = (char)c;
    to[n] = 0;
    return to;
}

static size_t ep_fread(void *to, size_t size, size_t count, FILE *file) {
    size_t wanted = size * count, got = 0;
    ep_byte *bytes = to;
    if (wanted == 0)
        return 0;
    int whole = !klee_is_symbolic(wanted);
    while (got < wanted) {
        /* One byte that was put back, or at a symbolic size. */
        if (file->pushed > 0 || !whole || 
            (file->flags & (EP_FILE_EOF | EP_FILE_NO_READS))) {
            int c = ep_getc(file);
            if (c == EOF)
                break;
            bytes[got++] = (ep_byte)c;
            continue;
        }
        long n = ep_read_fd(file->descriptor, bytes + got, wanted - got);
        if (n <= 0) {
            file->flags |= n == 0 ? EP_FILE_EOF : EP_FILE_ERROR;
            break;
        }
        got += (size_t)n;
    }
    return got == wanted ? count : got / size;
}

size_t fread(void *to, size_t size, size_t count, FILE *file) {
    return ep_fread(to, size, count, file);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) {
    return ep_fread(to, size, count, file);
}

/* The capacity grows from 120 by doubling. glibc's does too while the line
 * comes in pieces; for a long line in one piece it takes just what is needed:
 * only `*size` differs. */
static ssize_t ep_getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    if (line == NULL || size == NULL) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    if (*line == NULL || *size == 0) {
        char *fresh = realloc(*line, 120);
        if (fresh == NULL)
            return -1;
        *line = fresh;
        *size = 120;
    }
    size_t n = 0;
    for (;;) {
        int c = ep_getc(file);
        if (c == EOF)
            break;
        if (n + 2 > *size) {
            size_t larger = n + 2 > 2 * *size ? n + 2 : 2 * *size;
            char *grown = realloc(*line, larger);
            if (grown == NULL)
                return -1;
            *line = grown;
            *size = larger;
        }
        (*line)[n++] = (char)c;
        if (c == delimiter)
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (ssize_t)n;
}

ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    return ep_getdelim(line, size, delimiter, file);
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    return ep_getdelim(line, size, delimiter, file);
}

ssize_t getline(char **line, size_t *size, FILE *file) {
    return ep_getdelim(line, size, '\n', file);
}
