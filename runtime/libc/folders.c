/* The folders of a program: the one in which it runs, and those that stand
 * before the slashes in the names of given files. A name is the path from the
 * working folder, so that a folder is a beginning of names; no tree is kept.
 *
 * None is made and none goes: `mkdir`, `rmdir` and `chdir` are not modelled, and
 * a folder stays when its last file is removed. `..` and `/` are there, and what
 * lies in them is the machine's. A name that depends on the input is compared
 * with a folder letter by letter, as with a file. */

#define EP_MAX_FOLDERS 64

/* Numbers of folders; those of the given ones are above. */
#define EP_WORKING 0
#define EP_NO_FOLDER (-1)
#define EP_OUTSIDE (-2)

/* Folder k is at k - 1. The text is that of a file's name and goes on. */
static struct ep_folder {
    const char *name;
    size_t length;
} ep_folders[EP_MAX_FOLDERS];
static int ep_folder_count;

/* Files that were made: what was read of a folder before may lack them. */
static long ep_births;
/* Files that were removed. */
static long ep_losses;

/* Whether a name can be that of any file: it depends on the input, and nothing is
 * known of the surroundings. */
static int ep_is_any_name(const char *name) {
    if (!__ep_is_open())
        return 0;
    for (;; name++)
        if (klee_is_symbolic((uintptr_t)*name))
            return 1;
        else if (*name == 0)
            return 0;
}

/* Whether a name is this known one. */
static int ep_is_named(const char *name, const char *known) {
    for (;; name++, known++) {
        if (klee_is_symbolic((uintptr_t)*name) || *name != *known)
            return 0;
        if (*known == 0)
            return 1;
    }
}

static const char *ep_simple_name(const char *name);

/* "./name" is "name". */
static const char *ep_plain_name(const char *name) {
    if (ep_is_any_name(name))
        return name;
    while (name[0] == '.' && name[1] == '/') {
        name += 2;
        while (*name == '/')
            name++;
    }
    ep_files_start();
    return ep_folder_count > 0 ? ep_simple_name(name) : name;
}

static int ep_is_folder(const char *name) {
    return !ep_is_any_name(name) && name[0] == '.' && name[1] == 0;
}

/* A given folder by its exact name, or EP_NO_FOLDER. */
static int ep_folder_exactly(const char *name, size_t length) {
    for (int i = 0; i < ep_folder_count; i++)
        if (ep_folders[i].length == length && ep_strncmp(ep_folders[i].name, name, length) == 0)
            return i + 1;
    return EP_NO_FOLDER;
}

/* The folders of a given name, from the outermost on. */
static void ep_add_folders(const char *name) {
    for (size_t i = 0; name[i] != 0; i++) {
        if (name[i] != '/' || ep_folder_exactly(name, i) != EP_NO_FOLDER)
            continue;
        if (ep_folder_count == EP_MAX_FOLDERS)
            __ep_unsupported("more than 64 folders");
        ep_folders[ep_folder_count++] = (struct ep_folder){name, i};
    }
}

/* Whether a name is this folder's, with or without slashes behind it. */
static int ep_names_folder(const char *name, const struct ep_folder *f) {
    if (ep_strncmp(name, f->name, f->length) != 0)
        return 0;
    name += f->length;
    while (*name == '/')
        name++;
    return *name == 0;
}

/* The folder that a plain name means; it is empty for "./" only. */
static int ep_folder_number(const char *name) {
    if (ep_is_any_name(name))
        return EP_NO_FOLDER;
    if (ep_is_folder(name) || *name == 0)
        return EP_WORKING;
    if (ep_is_named(name, "/") || ep_is_named(name, ".."))
        return EP_OUTSIDE;
    for (int i = 0; i < ep_folder_count; i++)
        if (ep_names_folder(name, &ep_folders[i]))
            return i + 1;
    return EP_NO_FOLDER;
}

/* What of a name is left in a folder: its last part if it lies there, else
 * NULL. */
static const char *ep_name_in(const char *name, int folder) {
    if (folder != EP_WORKING) {
        const struct ep_folder *f = &ep_folders[folder - 1];
        if (ep_strncmp(name, f->name, f->length) != 0 || name[f->length] != '/')
            return NULL;
        name += f->length + 1;
    }
    for (const char *p = name; *p != 0; p++)
        if (*p == '/')
            return NULL;
    return name;
}

/* The folder around a given one, and its own name in it. */
static int ep_folder_around(int folder, const char **name, size_t *length) {
    const struct ep_folder *f = &ep_folders[folder - 1];
    size_t slash = f->length;
    while (slash > 0 && f->name[slash - 1] != '/')
        slash--;
    *name = f->name + slash;
    *length = f->length - slash;
    return slash == 0 ? EP_WORKING : ep_folder_exactly(f->name, slash - 1);
}

/* How many folders lie in this one. */
static int ep_folders_in(int folder) {
    int n = 0;
    for (int i = 1; i <= ep_folder_count; i++) {
        const char *name;
        size_t length;
        n += ep_folder_around(i, &name, &length) == folder;
    }
    return n;
}

/* Linux's limits: bytes of a part of a name, and of a name with its end. */
#define EP_PART_SIZE 255
#define EP_PATH_SIZE 4096

/* Whether a name is longer than any can be, or comes through folders that are
 * there to a part that is. Only what is known of it is looked at. */
static int ep_is_too_long(const char *name) {
    size_t part = 0;
    int reached = 0;
    for (size_t i = 0; !klee_is_symbolic((uintptr_t)name[i]) && name[i] != 0; i++) {
        if (i == EP_PATH_SIZE - 1)
            return 1;
        if (name[i] == '/')
            part = i + 1;
        else if (i - part == EP_PART_SIZE && !reached)
            reached = part <= 1 || ep_folder_exactly(name, part - 1) != EP_NO_FOLDER ? 2 : 1;
    }
    return reached == 2;
}

/* Why there is nothing under a name: it is too long for one, or where a file
 * stands in the place of a folder, it is no folder. */
static int ep_missing_reason(const char *name) {
    if (ep_is_too_long(name))
        return EP_ENAMETOOLONG;
    for (int i = 0; i < ep_node_count && !__ep_is_open(); i++) {
        const char *file = ep_nodes[i].name;
        size_t k = 0;
        if (file == NULL)
            continue;
        while (!klee_is_symbolic((uintptr_t)name[k]) && !klee_is_symbolic((uintptr_t)file[k]) &&
               file[k] != 0 && name[k] == file[k])
            k++;
        if (!klee_is_symbolic((uintptr_t)name[k]) && !klee_is_symbolic((uintptr_t)file[k]) &&
            file[k] == 0 && name[k] == '/')
            return EP_ENOTDIR;
    }
    return EP_ENOENT;
}

/* A known name without what changes nothing: "a//b" and "a/./b" are "a/b". Only
 * where there are folders; else no such name is a file. */
static const char *ep_simple_name(const char *name) {
    static char simple[EP_NAME_SIZE];
    size_t n = 0;
    for (const char *p = name;; p++) {
        if (klee_is_symbolic((uintptr_t)*p) || p - name == EP_NAME_SIZE)
            return name;
        if (*p == 0)
            break;
    }
    for (const char *p = name; *p != 0; p++) {
        int begins = n == 0 || simple[n - 1] == '/';
        if (begins && p[0] == '.' && p[1] == '.' && (p[2] == '/' || p[2] == 0) && n > 0)
            __ep_unsupported("a name with `..` behind a folder");
        if (begins && p[0] == '.' && (p[1] == '/' || p[1] == 0) && n > 0)
            continue;
        if (p[0] == '/' && n > 0 && simple[n - 1] == '/')
            continue;
        simple[n++] = *p;
    }
    simple[n] = 0;
    return simple;
}
