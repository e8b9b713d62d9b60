/* dirent.h over the folders of `folders.c`.
 *
 * As glibc does it: what is in a folder is taken at the first reading, all at
 * once, and stays in the stream's own block, so that a file which is removed
 * meanwhile is still told and what `readdir` returned stays as it was. At the end
 * the system is asked again: whether it then tells a file that was made meanwhile
 * is open, and no answer is given.
 *
 * The order of entries and the numbers that `telldir` gives are the file
 * system's. Here they come as `.`, `..`, the files as they were given and made,
 * and folders; that others were left out is noted with the verdict. */

#define EP_DT_DIR 4
#define EP_DT_REG 8

/* As glibc's on Linux; the second one is that of programs with a short off_t. */
struct ep_entry64 {
    uint64_t d_ino;
    int64_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

#ifdef __x86_64__
#define ep_entry ep_entry64
#else
struct ep_entry {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
#endif

#define EP_ENTRIES_SIZE 32768

typedef struct ep_dir {
    int descriptor;
    int filled;
    int wide;    /* entries are of 64 bits */
    int folder;  /* of the entries */
    long births; /* before they were taken */
    long losses;
    size_t at, end;
    _Alignas(8) char entries[EP_ENTRIES_SIZE];
} DIR;

static size_t ep_entry_length(const DIR *d, size_t at) {
    const char *entry = d->entries + at;
    return d->wide ? ((const struct ep_entry64 *)entry)->d_reclen
                   : ((const struct ep_entry *)entry)->d_reclen;
}

static void ep_put_entry(DIR *d, const char *name, size_t length, unsigned long number, int type) {
    size_t head = d->wide ? offsetof(struct ep_entry64, d_name) : offsetof(struct ep_entry, d_name);
    /* The kernel's size of an entry, from which 32-bit ones are made. */
    size_t size = (offsetof(struct ep_entry64, d_name) + length + 1 + 7) & ~(size_t)7;
    size -= offsetof(struct ep_entry64, d_name) - head;
    if (size > EP_ENTRIES_SIZE - d->end || length >= EP_NAME_SIZE)
        __ep_unsupported("a folder of more than 32 KiB");
    char *to = d->entries + d->end;
    d->end += size;
    if (d->wide) {
        struct ep_entry64 *e = (struct ep_entry64 *)to;
        e->d_ino = number;
        e->d_off = (int64_t)d->end;
        e->d_reclen = (unsigned short)size;
        e->d_type = (unsigned char)type;
    } else {
        struct ep_entry *e = (struct ep_entry *)to;
        e->d_ino = number;
        e->d_off = (long)d->end;
        e->d_reclen = (unsigned short)size;
        e->d_type = (unsigned char)type;
    }
    memcpy(to + head, name, length);
    to[head + length] = 0;
}

static void ep_take_entries(DIR *d) {
    const char *name;
    size_t length;
    int inside = 0;
    d->at = d->end = 0;
    ep_put_entry(d, ".", 1, ep_folder_inode(d->folder), EP_DT_DIR);
    int around = d->folder == EP_WORKING ? EP_OUTSIDE : ep_folder_around(d->folder, &name, &length);
    ep_put_entry(d, "..", 2, ep_folder_inode(around), EP_DT_DIR);
    for (int i = 0; i < ep_node_count; i++) {
        name = ep_nodes[i].name == NULL ? NULL : ep_name_in(ep_nodes[i].name, d->folder);
        if (name == NULL)
            continue;
        ep_put_entry(d, name, ep_strlen(name), (unsigned long)i + 1, EP_DT_REG);
        inside++;
    }
    for (int i = 1; i <= ep_folder_count; i++)
        if (ep_folder_around(i, &name, &length) == d->folder) {
            ep_put_entry(d, name, length, ep_folder_inode(i), EP_DT_DIR);
            inside++;
        }
    __ep_assume_folder(inside);
}

/* The open folder of a stream, or NULL with the reason. */
static struct ep_open *ep_open_folder(const DIR *d) {
    struct ep_open *o = ep_opened(d->descriptor);
    if (o == NULL || o->kind == EP_FOLDER)
        return o;
    ep_errno = EP_ENOTDIR;
    return NULL;
}

/* Takes what is in the folder, unless that was done: whether it is there. */
static int ep_fill_entries(DIR *d, int wide) {
    if (d->filled) {
        if (d->wide != wide)
            __ep_unsupported("readdir and readdir64 of one stream");
        return 1;
    }
    struct ep_open *o = ep_open_folder(d);
    if (o == NULL)
        return 0;
    if (o->folder == EP_OUTSIDE)
        __ep_unsupported("what is in a folder beside the program's");
    if (o->at != 0)
        __ep_unsupported("a folder that two streams read from one descriptor");
    o->at = 1;
    d->filled = 1;
    d->wide = wide;
    d->folder = o->folder;
    d->births = ep_births;
    d->losses = ep_losses;
    ep_take_entries(d);
    return 1;
}

/* Whether a file was made in the folder since it was read. */
static int ep_has_grown(const DIR *d) {
    for (int i = 0; i < ep_node_count; i++) {
        const struct ep_node *n = &ep_nodes[i];
        if (n->name != NULL && n->born > d->births && ep_name_in(n->name, d->folder) != NULL)
            return 1;
    }
    return 0;
}

static void *ep_next_entry(DIR *d, int wide) {
    if (!ep_fill_entries(d, wide))
        return NULL;
    if (d->at < d->end) {
        void *entry = d->entries + d->at;
        d->at += ep_entry_length(d, d->at);
        return entry;
    }
    struct ep_open *o = ep_open_folder(d);
    if (o != NULL && (o->folder != d->folder || ep_has_grown(d)))
        __ep_unsupported("a folder that changes while it is read");
    return NULL;
}

static DIR *ep_stream_of_folder(int descriptor) {
    DIR *d = __ep_own_block(sizeof *d);
    if (d == NULL)
        return NULL;
    d->descriptor = descriptor;
    d->filled = d->wide = 0;
    d->folder = EP_NO_FOLDER;
    d->births = d->losses = 0;
    d->at = d->end = 0;
    return d;
}

static DIR *ep_opendir(const char *path) {
    if (__ep_is_open())
        __ep_unsupported("what is in a folder, in any environment (--closed)");
    int descriptor = ep_open_file(path, EP_O_DIRECTORY | EP_O_CLOEXEC);
    if (descriptor < 0)
        return NULL;
    DIR *d = NULL;
    if (ep_table[descriptor]->kind != EP_FOLDER)
        ep_errno = EP_ENOTDIR;
    else
        d = ep_stream_of_folder(descriptor);
    if (d == NULL)
        ep_close(descriptor);
    return d;
}

DIR *opendir(const char *path) {
    return ep_opendir(path);
}

DIR *fdopendir(int descriptor) {
    struct ep_open *o = ep_opened(descriptor);
    if (o == NULL)
        return NULL;
    if (__ep_is_open())
        __ep_unsupported("what is in a folder, in any environment (--closed)");
    if (o->kind != EP_FOLDER) {
        ep_errno = EP_ENOTDIR;
        return NULL;
    }
    /* As glibc does. */
    ep_on_exec[descriptor] = 1;
    return ep_stream_of_folder(descriptor);
}

struct ep_entry *readdir(DIR *d) {
    return ep_next_entry(d, sizeof(struct ep_entry) == sizeof(struct ep_entry64));
}

struct ep_entry64 *readdir64(DIR *d) {
    return ep_next_entry(d, 1);
}

static int ep_closedir(DIR *d) {
    if (d == NULL) {
        ep_errno = EP_EINVAL;
        return -1;
    }
    int descriptor = d->descriptor;
    free(d);
    return ep_close_told(descriptor);
}

int closedir(DIR *d) {
    return ep_closedir(d);
}

int dirfd(DIR *d) {
    return d->descriptor;
}

/* What is in the folder is taken anew at the next reading. */
static void ep_rewinddir(DIR *d) {
    int before = ep_errno;
    struct ep_open *o = ep_open_folder(d);
    ep_errno = before;
    if (o != NULL)
        o->at = 0;
    d->filled = 0;
    d->at = d->end = 0;
}

void rewinddir(DIR *d) {
    ep_rewinddir(d);
}

long telldir(DIR *d) {
    return (long)d->at;
}

/* To a place that `telldir` gave: entries as they were, where none can have come
 * since. */
void seekdir(DIR *d, long place) {
    if (place == 0) {
        ep_rewinddir(d);
        return;
    }
    size_t at = 0;
    while (d->filled && at < d->end && at != (size_t)place)
        at += ep_entry_length(d, at);
    if (!d->filled || at != (size_t)place || d->births != ep_births || d->losses != ep_losses)
        __ep_unsupported("a place in a folder that it does not have, or not any more");
    d->at = at;
}

/* As glibc's, with its sizes: what is taken is the program's. */
static int ep_scandir(const char *path, void ***list, int (*select)(const void *),
                      ep_compare compare, int wide) {
    DIR *d = ep_opendir(path);
    if (d == NULL)
        return -1;
    int before = ep_errno;
    void **all = NULL, *entry;
    size_t count = 0, room = 0;
    ep_errno = 0;
    while ((entry = ep_next_entry(d, wide)) != NULL) {
        size_t size = ep_entry_length(d, (size_t)((char *)entry - d->entries));
        int wanted = select == NULL || select(entry) != 0;
        ep_errno = 0;
        if (!wanted)
            continue;
        if (count == room) {
            room = room == 0 ? 10 : 2 * room;
            void **grown = realloc(all, room * sizeof *all);
            if (grown == NULL) {
                ep_errno = EP_ENOMEM;
                break;
            }
            all = grown;
        }
        void *copy = malloc(size);
        if (copy == NULL) {
            ep_errno = EP_ENOMEM;
            break;
        }
        all[count++] = memcpy(copy, entry, size);
    }
    int failed = ep_errno;
    ep_closedir(d);
    if (failed != 0) {
        while (count > 0)
            free(all[--count]);
        free(all);
        ep_errno = failed;
        return -1;
    }
    if (compare != NULL)
        ep_qsort(all, count, sizeof *all, compare);
    *list = all;
    ep_errno = before;
    return (int)count;
}

int scandir(const char *path, struct ep_entry ***list, int (*select)(const struct ep_entry *),
            int (*compare)(const struct ep_entry **, const struct ep_entry **)) {
    return ep_scandir(path, (void ***)list, (int (*)(const void *))select, (ep_compare)compare,
                      sizeof(struct ep_entry) == sizeof(struct ep_entry64));
}

int scandir64(const char *path, struct ep_entry64 ***list, int (*select)(const struct ep_entry64 *),
              int (*compare)(const struct ep_entry64 **, const struct ep_entry64 **)) {
    return ep_scandir(path, (void ***)list, (int (*)(const void *))select, (ep_compare)compare, 1);
}

int alphasort(const struct ep_entry **a, const struct ep_entry **b) {
    return ep_strcmp((*a)->d_name, (*b)->d_name);
}

int alphasort64(const struct ep_entry64 **a, const struct ep_entry64 **b) {
    return ep_strcmp((*a)->d_name, (*b)->d_name);
}
