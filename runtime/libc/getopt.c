/* getopt, getopt_long and getopt_long_only, after glibc's: arguments that are
 * no options are moved behind those that are, unless the optstring begins with
 * + or - or POSIXLY_CORRECT is set. */

struct option {
    const char *name;
    int has_arg; /* 0 no, 1 required, 2 optional */
    int *flag;
    int val;
};

int optind = 1, opterr = 1, optopt = '?';
char *optarg;

static char *ep_next_char;
/* Arguments [first, last) were passed over. */
static int ep_first, ep_last, ep_getopt_ready;
static enum { EP_PERMUTE, EP_REQUIRE_ORDER, EP_RETURN_IN_ORDER } ep_order;

/* Puts what was passed over behind the options that followed it. */
static void ep_exchange(char **argv) {
    int bottom = ep_first, middle = ep_last, top = optind;
    int moved = top - middle;
    while (top > middle && middle > bottom) {
        char *option = argv[middle];
        for (int i = middle; i > bottom; i--)
            argv[i] = argv[i - 1];
        argv[bottom] = option;
        middle++;
        bottom++;
    }
    ep_first += moved;
    ep_last = optind;
}

static void ep_complain(char **argv, const char *before, const char *prefix, const char *name,
                        size_t length, const char *after) {
    if (!opterr)
        return;
    ep_fputs(argv[0], stderr);
    ep_fputs(before, stderr);
    ep_fputs(prefix, stderr);
    ep_write(stderr, name, length);
    ep_fputs(after, stderr);
}

static int ep_long_option(int argc, char **argv, const char *letters, const struct option *all,
                          int *index, int only, int quiet, const char *prefix) {
    char *name = ep_next_char;
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    const struct option *found = NULL;
    int at = 0, ambiguous = 0;
    for (int i = 0; all[i].name != NULL && found == NULL; i++)
        if (ep_strlen(all[i].name) == length && ep_strncmp(all[i].name, name, length) == 0) {
            found = &all[i];
            at = i;
        }
    /* Else an abbreviation of one, or of several that mean the same. */
    int exact = found != NULL;
    for (int i = 0; !exact && all[i].name != NULL; i++) {
        if (ep_strncmp(all[i].name, name, length) != 0)
            continue;
        if (found == NULL) {
            found = &all[i];
            at = i;
        } else if (only || found->has_arg != all[i].has_arg || found->flag != all[i].flag ||
                   found->val != all[i].val) {
            ambiguous = 1;
        }
    }
    size_t whole = ep_strlen(name);
    if (ambiguous) {
        if (!quiet)
            ep_complain(argv, ": option '", prefix, name, whole, "' is ambiguous\n");
        ep_next_char = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    if (found == NULL) {
        if (only && argv[optind][1] != '-' && ep_strchr(letters, *name) != NULL)
            return -1;
        if (!quiet)
            ep_complain(argv, ": unrecognized option '", prefix, name, whole, "'\n");
        ep_next_char = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    ep_next_char = NULL;
    size_t own = ep_strlen(found->name);
    if (name[length] != 0) {
        if (found->has_arg == 0) {
            if (!quiet)
                ep_complain(argv, ": option '", prefix, found->name, own,
                            "' doesn't allow an argument\n");
            optopt = found->val;
            return '?';
        }
        optarg = name + length + 1;
    } else if (found->has_arg == 1) {
        if (optind >= argc) {
            if (!quiet)
                ep_complain(argv, ": option '", prefix, found->name, own,
                            "' requires an argument\n");
            optopt = found->val;
            return letters[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index != NULL)
        *index = at;
    if (found->flag == NULL)
        return found->val;
    *found->flag = found->val;
    return 0;
}

static int ep_getopt(int argc, char **argv, const char *letters, const struct option *all,
                     int *index, int only) {
    if (argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !ep_getopt_ready) {
        optind = optind == 0 ? 1 : optind;
        ep_first = ep_last = optind;
        ep_next_char = NULL;
        ep_order = *letters == '-'                          ? EP_RETURN_IN_ORDER
                   : *letters == '+'                        ? EP_REQUIRE_ORDER
                   : ep_getenv("POSIXLY_CORRECT") != NULL ? EP_REQUIRE_ORDER
                                                            : EP_PERMUTE;
        ep_getopt_ready = 1;
    }
    if (*letters == '-' || *letters == '+')
        letters++;
    int quiet = *letters == ':' || !opterr;
    if (ep_next_char == NULL || *ep_next_char == 0) {
        ep_last = ep_last > optind ? optind : ep_last;
        ep_first = ep_first > optind ? optind : ep_first;
        if (ep_order == EP_PERMUTE) {
            if (ep_first != ep_last && ep_last != optind)
                ep_exchange(argv);
            else if (ep_last != optind)
                ep_first = optind;
            while (optind < argc && (argv[optind][0] != '-' || argv[optind][1] == 0))
                optind++;
            ep_last = optind;
        }
        if (optind != argc && ep_strcmp(argv[optind], "--") == 0) {
            optind++;
            if (ep_first != ep_last && ep_last != optind)
                ep_exchange(argv);
            else if (ep_first == ep_last)
                ep_first = optind;
            ep_last = optind = argc;
        }
        if (optind == argc) {
            if (ep_first != ep_last)
                optind = ep_first;
            return -1;
        }
        if (argv[optind][0] != '-' || argv[optind][1] == 0) {
            if (ep_order == EP_REQUIRE_ORDER)
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        if (all != NULL) {
            if (argv[optind][1] == '-') {
                ep_next_char = argv[optind] + 2;
                return ep_long_option(argc, argv, letters, all, index, only, quiet, "--");
            }
            if (only && (argv[optind][2] != 0 || ep_strchr(letters, argv[optind][1]) == NULL)) {
                ep_next_char = argv[optind] + 1;
                int code = ep_long_option(argc, argv, letters, all, index, only, quiet, "-");
                if (code != -1)
                    return code;
            }
        }
        ep_next_char = argv[optind] + 1;
    }
    char c = *ep_next_char++;
    const char *letter = ep_strchr(letters, c);
    if (*ep_next_char == 0)
        optind++;
    if (letter == NULL || c == ':' || c == ';') {
        if (!quiet)
            ep_complain(argv, ": invalid option -- '", "", &c, 1, "'\n");
        optopt = c;
        return '?';
    }
    if (letter[0] == 'W' && letter[1] == ';')
        __ep_unsupported("getopt with W;");
    if (letter[1] != ':')
        return c;
    if (*ep_next_char != 0) {
        optarg = ep_next_char;
        optind++;
    } else if (letter[2] != ':') {
        if (optind == argc) {
            if (!quiet)
                ep_complain(argv, ": option requires an argument -- '", "", &c, 1, "'\n");
            optopt = c;
            c = *letters == ':' ? ':' : '?';
        } else {
            optarg = argv[optind++];
        }
    }
    ep_next_char = NULL;
    return c;
}

int getopt(int argc, char *const argv[], const char *letters) {
    return ep_getopt(argc, (char **)argv, letters, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *letters, const struct option *all,
                int *index) {
    return ep_getopt(argc, (char **)argv, letters, all, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *letters, const struct option *all,
                     int *index) {
    return ep_getopt(argc, (char **)argv, letters, all, index, 1);
}
