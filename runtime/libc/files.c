/* The files and descriptors of a program: what `--file` and `--stdin` give,
 * what the program creates, and nothing else. They are held in memory; there
 * are no links, no permissions and no time stamps, and folders only as the
 * beginnings of names (`folders.c`).
 *
 * The engine sets `__ep_files` and `__ep_stdin` before the program starts.
 * Reads and writes are copies of memory, so that a symbolic length or position
 * costs what it costs there; a name is compared as a string and forks so. */

/* A file as the engine gives it. */
struct ep_given {
    const char *name; /* NULL after the last one */
    char *data;
    size_t size;
};

/* `volatile`: who writes them is not in this unit. */
struct ep_given *volatile __ep_files = NULL;
struct ep_given *volatile __ep_stdin = NULL;

#define EP_MAX_FILES 64
#define EP_MAX_OPEN 64
#define EP_NAME_SIZE 256

struct ep_node {
    char *name; /* NULL: removed, or standard input; else from malloc or given */
    int named;  /* the name is from malloc */
    int removed;
    char *data;
    size_t size, room;
    int own; /* the data is from malloc */
    /* Of a file whose name depends on the input: what tells the name, which is
     * compared with no other. */
    const char *label;
    /* Another file was written that may be this one. */
    int changed;
    long born; /* the program made it: the how-manieth it was */
};

/* EP_FOLLOWED: the file that an engine which follows one input provides; what
 * comes after it is of `devices.c`. */
enum ep_kind {
    EP_CLOSED,
    EP_INPUT,
    EP_OUTPUT,
    EP_ERRORS,
    EP_FILE_NODE,
    EP_FOLLOWED,
    EP_FOLDER,
    EP_NULL,
    EP_ZERO,
    EP_FULL,
};

struct ep_open {
    enum ep_kind kind;
    struct ep_node *node;
    size_t at;  /* of a folder: whether a stream has read it */
    int flags;
    int folder; /* the number of a folder */
};

static struct ep_node ep_nodes[EP_MAX_FILES];
static int ep_node_count;
/* Descriptions, shared by descriptors after dup. The first three are there from
 * the start: a loop whose first round made them would be no loop to cut. */
static struct ep_open ep_descriptions[EP_MAX_OPEN] = {
    {.kind = EP_INPUT},
    {.kind = EP_OUTPUT, .flags = EP_O_WRONLY},
    {.kind = EP_ERRORS, .flags = EP_O_WRONLY},
};
static struct ep_open *ep_table[EP_MAX_OPEN] = {
    &ep_descriptions[0],
    &ep_descriptions[1],
    &ep_descriptions[2],
};
/* Whether a program that takes this one's place finds it closed. */
static unsigned char ep_on_exec[EP_MAX_OPEN];
static int ep_files_ready;

static void ep_files_start(void);

#include "folders.c"

static void ep_files_start(void) {
    if (ep_files_ready)
        return;
    ep_files_ready = 1;
    if (__ep_stdin != NULL) {
        struct ep_node *n = &ep_nodes[ep_node_count++];
        n->data = __ep_stdin->data;
        n->size = n->room = __ep_stdin->size;
        ep_descriptions[0].kind = EP_FILE_NODE;
        ep_descriptions[0].node = n;
    }
    if (__ep_files == NULL)
        return;
    for (struct ep_given *g = __ep_files; g->name != NULL; g++) {
        if (ep_node_count == EP_MAX_FILES)
            __ep_unsupported("more than 64 files");
        struct ep_node *n = &ep_nodes[ep_node_count++];
        n->name = (char *)g->name;
        n->data = g->data;
        n->size = n->room = g->size;
        ep_add_folders(g->name);
    }
}

/* Calls of the system that have failed on this path without a reason that the
 * program could see (`--max-fail`). */
static int ep_failures;

/* Whether a call that would succeed fails: a disk is full, a device is broken. */
static int ep_call_fails(void) {
    if (ep_failures >= __ep_max_failures() || !__ep_may_fail())
        return 0;
    ep_failures++;
    ep_errno = EP_EIO;
    return 1;
}

/* The description of a descriptor, or NULL with EBADF. */
static struct ep_open *ep_opened(int descriptor) {
    ep_files_start();
    if (descriptor >= 0 && descriptor < EP_MAX_OPEN && ep_table[descriptor] != NULL)
        return ep_table[descriptor];
    ep_errno = EP_EBADF;
    return NULL;
}

static struct ep_node *ep_known(const char *name) {
    ep_files_start();
    for (int i = 0; i < ep_node_count; i++)
        if (ep_nodes[i].name != NULL && ep_strcmp(ep_nodes[i].name, name) == 0)
            return &ep_nodes[i];
    return NULL;
}

/* In an open environment a name that depends on the input can be any file, also
 * one that is open or known by another name. It gets a node of its own with any
 * content; what is written to one of two files that may be one makes the other's
 * content any content again. */
static int ep_any_names;
/* One of them was made: a name that was none before may be there now. */
static int ep_any_made;

/* A file was written, made or cut: those that may be the same change with it. */
static void ep_written(const struct ep_node *written) {
    if (!ep_any_names)
        return;
    for (int i = 0; i < ep_node_count; i++)
        if (&ep_nodes[i] != written && (written->label != NULL || ep_nodes[i].label != NULL))
            ep_nodes[i].changed = 1;
}

/* In an open environment: the names that are no files. */
static struct ep_given *ep_absent[EP_MAX_FILES];
static int ep_absent_count;

static void ep_make_absent(const char *name) {
    if (ep_absent_count == EP_MAX_FILES)
        __ep_unsupported("more than 64 names that are no files");
    ep_absent[ep_absent_count++] = __ep_any_file(name, -1);
}

/* Bytes of a file of an open environment. */
#define EP_OPEN_BYTES 8

/* Any content, as the file is found. */
static void ep_take_any(struct ep_node *n, const char *name) {
    struct ep_given *g = __ep_any_file(name, __ep_surrounding(NULL, 0, EP_OPEN_BYTES));
    if (n->own)
        free(n->data);
    n->own = 0;
    n->data = g->data;
    n->size = n->room = g->size;
    n->changed = 0;
    if (n->label != NULL || ep_is_any_name(name))
        n->label = g->name;
}

/* What was read before need not be there any more. */
static void ep_refresh(struct ep_node *n) {
    if (!n->changed)
        return;
    const char *name = n->label != NULL ? n->label : n->name;
    if (name == NULL)
        __ep_unsupported("a file without a name that may have been written under another");
    __ep_assume_names();
    ep_take_any(n, name);
}

static int ep_is_gone(const struct ep_node *n);

/* A node that no file has. */
static struct ep_node *ep_free_node(void) {
    for (int i = 0; i < ep_node_count; i++)
        if (ep_is_gone(&ep_nodes[i]))
            return &ep_nodes[i];
    if (ep_node_count == EP_MAX_FILES)
        __ep_unsupported("more than 64 files");
    return &ep_nodes[ep_node_count++];
}

static int ep_named_nodes(void) {
    int n = 0;
    for (int i = 0; i < ep_node_count; i++)
        n += ep_nodes[i].name != NULL;
    return n;
}

/* Whether there is such a file, and what is in it: decided once for a name that
 * is known, and each time for one that is not. */
static struct ep_node *ep_look_up(const char *name) {
    if (ep_is_any_name(name)) {
        /* It may be one that was looked for before. */
        if (ep_any_names || ep_absent_count > 0 || ep_named_nodes() > 0)
            __ep_assume_names();
        ep_any_names = 1;
        if (!__ep_surrounding(NULL, 0, 1))
            return NULL;
        struct ep_node *n = ep_free_node();
        n->name = NULL;
        n->named = 0;
        n->removed = 0;
        ep_take_any(n, name);
        return n;
    }
    /* What is found may not fit a file that is the same under another name. */
    if (ep_any_names)
        __ep_assume_names();
    for (int i = 0; i < ep_absent_count && !ep_any_made; i++)
        if (ep_strcmp(ep_absent[i]->name, name) == 0)
            return NULL;
    if (!__ep_surrounding(NULL, 0, 1)) {
        ep_make_absent(name);
        return NULL;
    }
    if (ep_node_count == EP_MAX_FILES)
        __ep_unsupported("more than 64 files");
    struct ep_given *g =
        __ep_any_file(name, __ep_surrounding(NULL, 0, EP_OPEN_BYTES));
    struct ep_node *n = &ep_nodes[ep_node_count++];
    n->name = (char *)g->name;
    n->data = g->data;
    n->size = n->room = g->size;
    return n;
}

static struct ep_node *ep_find(const char *name) {
    struct ep_node *n = ep_is_any_name(name) ? NULL : ep_known(name);
    return n == NULL && __ep_is_open() ? ep_look_up(name) : n;
}

/* Why a call fails that depends on the surroundings, where nothing is known of
 * them. */
static void ep_any_reason(int usual) {
    ep_errno = __ep_is_open() ? (int)__ep_surrounding("errno", 1, 133) : usual;
}

/* The file loses its name; descriptors keep it alive. */
static void ep_remove(struct ep_node *n) {
    if (n->label != NULL || ep_any_names)
        __ep_unsupported("removing a file where names depend on the input (--closed)");
    if (__ep_is_open())
        ep_make_absent(n->name);
    if (n->named)
        free(n->name);
    n->name = NULL;
    n->named = 0;
    n->removed = 1;
    ep_losses++;
}

/* A lower bound of the size that changes; the new bytes are zero. */
static int ep_grow(struct ep_node *n, size_t size) {
    if (size <= n->size)
        return 1;
    if (size > n->room) {
        size_t room = size < 2 * n->room ? 2 * n->room : size;
        char *data = __ep_own_block(room);
        if (data == NULL)
            return 0;
        if (n->size > 0)
            memcpy(data, n->data, n->size);
        if (n->own)
            free(n->data);
        n->data = data;
        n->room = room;
        n->own = 1;
    }
    memset(n->data + n->size, 0, size - n->size);
    n->size = size;
    return 1;
}

/* Whether a node is a removed file that no description holds. */
static int ep_is_gone(const struct ep_node *n) {
    if (n->name != NULL)
        return 0;
    for (int i = 0; i < EP_MAX_OPEN; i++)
        if (ep_descriptions[i].kind == EP_FILE_NODE && ep_descriptions[i].node == n)
            return 0;
    return 1;
}

static struct ep_node *ep_create(const char *name) {
    size_t length = ep_strnlen(name, EP_NAME_SIZE);
    if (length == EP_NAME_SIZE) {
        ep_errno = EP_ENAMETOOLONG;
        return NULL;
    }
    for (size_t i = 0; name[i] != 0; i++)
        if (name[i] == '/' && !__ep_is_open()) {
            /* A file that is to be made cannot be called as a folder. */
            if (ep_is_named(name + i, "/"))
                ep_errno = EP_EISDIR;
            else if (ep_folder_exactly(name, i) == EP_NO_FOLDER)
                ep_errno = ep_missing_reason(name);
            else
                continue;
            return NULL;
        }
    struct ep_node *n = ep_free_node();
    if (n->own)
        free(n->data);
    n->name = __ep_own_block(length + 1);
    if (n->name != NULL) {
        memcpy(n->name, name, length);
        n->name[length] = 0;
    }
    n->data = NULL;
    n->size = n->room = 0;
    n->own = 0;
    n->named = 1;
    n->removed = 0;
    n->label = NULL;
    n->changed = 0;
    n->born = ++ep_births;
    return n->name != NULL ? n : NULL;
}

/* The same under a name that depends on the input. */
static struct ep_node *ep_create_any(const char *name) {
    ep_any_names = ep_any_made = 1;
    struct ep_node *n = ep_free_node();
    struct ep_given *g = __ep_any_file(name, -1);
    if (n->own)
        free(n->data);
    *n = (struct ep_node){.label = g->name};
    return n;
}

/* The lowest free descriptor from `least` on, or -1 with EMFILE. */
static int ep_free_descriptor(int least) {
    for (int i = least; i < EP_MAX_OPEN; i++)
        if (ep_table[i] == NULL)
            return i;
    ep_errno = EP_EMFILE;
    return -1;
}

static struct ep_open *ep_free_description(void) {
    for (int i = 0; i < EP_MAX_OPEN; i++)
        if (ep_descriptions[i].kind == EP_CLOSED)
            return &ep_descriptions[i];
    return NULL;
}

#include "devices.c"

static int ep_open_file(const char *path, int flags) {
    const char *name = ep_plain_name(path);
    int access = flags & EP_O_ACCMODE;
    ep_files_start();
    if (*path == 0) {
        ep_errno = EP_ENOENT;
        return -1;
    }
    struct ep_open known = {.folder = EP_NO_FOLDER};
    int is_known = ep_open_known(name, flags, &known);
    if (is_known == 0)
        return -1;
    if (is_known > 0) {
        int descriptor = ep_free_descriptor(0);
        struct ep_open *o = ep_free_description();
        if (descriptor < 0 || o == NULL || ep_call_fails())
            return -1;
        *o = known;
        ep_table[descriptor] = o;
        ep_on_exec[descriptor] = (flags & EP_O_CLOEXEC) != 0;
        return descriptor;
    }
    struct ep_node *n = ep_find(name);
    if (n != NULL && (flags & (EP_O_CREAT | EP_O_EXCL)) == (EP_O_CREAT | EP_O_EXCL)) {
        ep_errno = EP_EEXIST;
        return -1;
    }
    if (n != NULL && (flags & EP_O_DIRECTORY)) {
        ep_errno = EP_ENOTDIR;
        return -1;
    }
    long followed = -1;
    if (n == NULL) {
        if (access == 0 && !(flags & EP_O_CREAT) && !__ep_is_open())
            followed = __ep_open(path);
        if (followed < 0 && !(flags & EP_O_CREAT)) {
            if (access != 0 && !__ep_is_open())
                __ep_assume_no_other_file();
            ep_any_reason(ep_missing_reason(name));
            return -1;
        }
        if (followed < 0)
            n = ep_is_any_name(name) ? ep_create_any(name) : ep_create(name);
        if (n == NULL && followed < 0)
            return -1;
    } else if (flags & EP_O_TRUNC) {
        /* As Linux: of a file that is only read too. */
        n->size = 0;
        n->changed = 0;
    }
    if (n != NULL && flags & (EP_O_CREAT | EP_O_TRUNC))
        ep_written(n);
    /* It can be there, and not for this program. */
    if ((access != 0 || flags & EP_O_CREAT) && __ep_is_open() &&
        __ep_surrounding("whether the file cannot be opened", 0, 1)) {
        ep_any_reason(EP_EACCES);
        return -1;
    }
    int descriptor = ep_free_descriptor(0);
    struct ep_open *o = ep_free_description();
    if (descriptor < 0 || o == NULL || ep_call_fails())
        return -1;
    o->kind = n != NULL ? EP_FILE_NODE : EP_FOLLOWED;
    o->node = n;
    o->at = n != NULL ? 0 : (size_t)followed;
    o->flags = flags;
    ep_table[descriptor] = o;
    ep_on_exec[descriptor] = (flags & EP_O_CLOEXEC) != 0;
    return descriptor;
}

static int ep_close(int descriptor) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    ep_table[descriptor] = NULL;
    for (int i = 0; i < EP_MAX_OPEN; i++)
        if (ep_table[i] == o)
            return 0;
    o->kind = EP_CLOSED;
    return 0;
}

/* As the program sees it: the descriptor is closed even if an error is told. */
static int ep_close_told(int descriptor) {
    int result = ep_close(descriptor);
    return result == 0 && ep_call_fails() ? -1 : result;
}

/* At most `size` bytes at a position: the number read. */
static long ep_read_at(struct ep_node *n, size_t at, void *to, size_t size) {
    ep_refresh(n);
    size_t left = at < n->size ? n->size - at : 0;
    size_t count = size < left ? size : left;
    if (count == 0)
        return 0;
    memcpy(to, n->data + at, count);
    return (long)count;
}

static long ep_write_at(struct ep_node *n, size_t at, const void *from, size_t size) {
    if (size == 0)
        return 0;
    ep_refresh(n);
    ep_written(n);
    if (!ep_grow(n, at + size)) {
        ep_errno = EP_ENOMEM;
        return -1;
    }
    memcpy(n->data + at, from, size);
    return (long)size;
}

/* The descriptor by which the engine knows what it provides itself. */
static int ep_engine_descriptor(const struct ep_open *o) {
    return o->kind == EP_FOLLOWED ? (int)o->at : 0;
}

/* Standard input of any length and content: a file, whose end is its end. */
static int ep_input_ended;

#define EP_READ_AT_ONCE 64

static long ep_read_any(void *to, size_t size) {
    ep_byte bytes[EP_READ_AT_ONCE];
    if (ep_input_ended || size == 0)
        return 0;
    long n;
    if (klee_is_symbolic(size) || size < EP_READ_AT_ONCE) {
        n = __ep_read_any(bytes, size);
        ep_input_ended = (size_t)n < size;
    } else {
        n = __ep_read_any(bytes, EP_READ_AT_ONCE);
        ep_input_ended = n < EP_READ_AT_ONCE;
    }
    /* A byte that is not there must not become part of a term. */
    if (size == 1 && n > 0)
        *(ep_byte *)to = bytes[0];
    else if (n > 0)
        memcpy(to, bytes, (size_t)n);
    return n;
}

static long ep_read_fd(int descriptor, void *to, size_t size) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    if ((o->flags & EP_O_ACCMODE) == EP_O_WRONLY) {
        ep_errno = EP_EBADF;
        return -1;
    }
    if (ep_call_fails())
        return -1;
    if (o->kind == EP_INPUT && __ep_is_open())
        return ep_read_any(to, size);
    if (o->kind == EP_INPUT || o->kind == EP_FOLLOWED)
        return __ep_read(ep_engine_descriptor(o), to, size);
    if (o->kind == EP_FOLDER || ep_is_device(o->kind))
        return ep_read_device(o->kind, to, size);
    long n = ep_read_at(o->node, o->at, to, size);
    o->at += (size_t)n;
    return n;
}

static long ep_write_fd(int descriptor, const void *from, size_t size) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    int standard = o->kind == EP_OUTPUT || o->kind == EP_ERRORS;
    if (!standard && (o->flags & EP_O_ACCMODE) == 0) {
        ep_errno = EP_EBADF;
        return -1;
    }
    if (ep_call_fails())
        return -1;
    if (standard)
        return __ep_write(o->kind == EP_OUTPUT ? 1 : 2, from, size);
    if (ep_is_device(o->kind))
        return ep_write_device(o->kind, size);
    if (size == 0)
        return 0;
    if (o->flags & EP_O_APPEND) {
        ep_refresh(o->node);
        o->at = o->node->size;
    }
    long n = ep_write_at(o->node, o->at, from, size);
    if (n > 0)
        o->at += (size_t)n;
    return n;
}

/* The new position, or -1. */
static ep_off64 ep_seek(int descriptor, ep_off64 offset, int whence) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return -1;
    if (whence == 3 || whence == 4)
        __ep_unsupported("lseek to data or to a hole");
    if (whence < 0 || whence > 2) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    if (o->kind == EP_FOLDER || ep_is_device(o->kind))
        return ep_seek_device(o, offset, whence);
    if (o->kind != EP_FILE_NODE) {
        if (o->kind == EP_INPUT && __ep_is_open())
            __ep_unsupported("a position in a standard input of any length (--stdin, --closed)");
        if (o->kind == EP_INPUT || o->kind == EP_FOLLOWED)
            return __ep_seek(ep_engine_descriptor(o), (long)offset, whence);
        ep_errno = EP_ESPIPE;
        return -1;
    }
    if (whence == 2)
        ep_refresh(o->node);
    ep_off64 base = whence == 0 ? 0 : whence == 1 ? (ep_off64)o->at : (ep_off64)o->node->size;
    ep_off64 to = (ep_off64)((ep_u64)base + (ep_u64)offset);
    if ((offset >= 0 && to < base) || to < 0) {
        ep_errno = offset >= 0 ? EP_EOVERFLOW : EP_EINVAL;
        return -1;
    }
    o->at = (size_t)to;
    return to;
}
