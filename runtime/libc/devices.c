/* Names that are no files: folders, /dev/null, /dev/zero and /dev/full, and the
 * standard streams under their names. What `files.c` does with content is not
 * asked of them.
 *
 * A name that depends on the input is compared with folders only: one fork
 * for each letter of each name would be paid by every program that opens what
 * its arguments name. That no other file has such a name is an assumption that
 * the verdict shows. */

static int ep_is_device(enum ep_kind kind) {
    return kind == EP_NULL || kind == EP_ZERO || kind == EP_FULL;
}

static enum ep_kind ep_device_kind(const char *name) {
    return ep_is_named(name, "/dev/null")   ? EP_NULL
           : ep_is_named(name, "/dev/zero") ? EP_ZERO
           : ep_is_named(name, "/dev/full") ? EP_FULL
                                            : EP_CLOSED;
}

/* The descriptor of which this is another name, or -1. */
static int ep_stream_number(const char *name) {
    return ep_is_named(name, "/dev/stdin")    ? 0
           : ep_is_named(name, "/dev/stdout") ? 1
           : ep_is_named(name, "/dev/stderr") ? 2
                                              : -1;
}

/* As Linux opens them: a file anew from its start, a pipe or a device as it
 * is. */
static int ep_device_again(int descriptor, struct ep_open *to, int flags) {
    struct ep_open *o = ep_table[descriptor];
    if (o == NULL) {
        ep_errno = EP_ENOENT;
        return 0;
    }
    *to = *o;
    to->at = 0;
    to->flags = flags;
    int access = flags & EP_O_ACCMODE;
    switch (o->kind) {
    case EP_OUTPUT:
    case EP_ERRORS:
        if (access != EP_O_WRONLY)
            __ep_unsupported("reading from standard output under its name");
        return 1;
    case EP_INPUT:
        if (__ep_is_open())
            __ep_unsupported("standard input of any length under its name (--stdin, --closed)");
        to->kind = EP_NULL;
        return 1;
    case EP_FILE_NODE:
        if (access != 0)
            __ep_unsupported("writing to a file under the name of a standard stream");
        return 1;
    default:
        return 1;
    }
}

/* Fills `to` with what has this name: 1; 0 with the reason why it cannot be
 * opened so; -1 if the name is none of those that are known here. */
static int ep_open_known(const char *name, int flags, struct ep_open *to) {
    int access = flags & EP_O_ACCMODE;
    /* That one of these is meant is among what any file can be. */
    if (ep_is_any_name(name))
        return -1;
    int number = ep_folder_number(name), folder = number != EP_NO_FOLDER;
    enum ep_kind device = folder ? EP_FOLDER : ep_device_kind(name);
    int stream = folder || device != EP_CLOSED ? -1 : ep_stream_number(name);
    if (device == EP_CLOSED && stream < 0)
        return -1;
    if ((flags & (EP_O_CREAT | EP_O_EXCL)) == (EP_O_CREAT | EP_O_EXCL)) {
        ep_errno = EP_EEXIST;
        return 0;
    }
    if (folder ? access != 0 || flags & (EP_O_CREAT | EP_O_TRUNC) : flags & EP_O_DIRECTORY) {
        ep_errno = folder ? EP_EISDIR : EP_ENOTDIR;
        return 0;
    }
    if (stream >= 0)
        return ep_device_again(stream, to, flags);
    to->kind = device;
    to->node = NULL;
    to->at = 0;
    to->flags = flags;
    to->folder = number;
    return 1;
}

static long ep_read_device(enum ep_kind kind, void *to, size_t size) {
    if (kind == EP_FOLDER) {
        ep_errno = EP_EISDIR;
        return -1;
    }
    if (kind == EP_NULL || size == 0)
        return 0;
    memset(to, 0, size);
    return (long)size;
}

static long ep_write_device(enum ep_kind kind, size_t size) {
    if (kind == EP_FULL && size > 0) {
        ep_errno = EP_ENOSPC;
        return -1;
    }
    return (long)size;
}

static ep_off64 ep_seek_device(struct ep_open *o, ep_off64 offset, int whence) {
    /* What the positions in a folder mean is the file system's. */
    if (o->kind == EP_FOLDER && (offset != 0 || whence == 2 || o->at != 0))
        __ep_unsupported("a position in a folder");
    return 0;
}
