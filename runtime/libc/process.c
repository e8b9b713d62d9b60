/* The program's surroundings: end of the program, environment, locale, and
 * allocation beyond malloc. The environment holds what `--env` gives and the
 * locale is "C". */

#define EP_EXIT_HANDLERS 256

static void (*ep_exit_handlers[EP_EXIT_HANDLERS])(void);
static int ep_exit_count;
static void (*ep_quick_handlers[EP_EXIT_HANDLERS])(void);
static int ep_quick_count;

/* A return from main runs the handlers through `exit`, which must then be part
 * of the program: mentioning it here links it. */
_Noreturn void exit(int status);
static void (*volatile ep_exit_of_main)(int);

int atexit(void (*handler)(void)) {
    ep_exit_of_main = exit;
    if (ep_exit_count == EP_EXIT_HANDLERS)
        __ep_unsupported("more than 256 atexit handlers");
    ep_exit_handlers[ep_exit_count++] = handler;
    return 0;
}

int at_quick_exit(void (*handler)(void)) {
    if (ep_quick_count == EP_EXIT_HANDLERS)
        __ep_unsupported("more than 256 at_quick_exit handlers");
    ep_quick_handlers[ep_quick_count++] = handler;
    return 0;
}

/* A handler may register more, and may call exit: each runs once. */
static _Noreturn void ep_exit(int status) {
    while (ep_exit_count > 0)
        ep_exit_handlers[--ep_exit_count]();
    _exit(status);
}

_Noreturn void exit(int status) {
    ep_exit(status);
}

_Noreturn void quick_exit(int status) {
    while (ep_quick_count > 0)
        ep_quick_handlers[--ep_quick_count]();
    _exit(status);
}

_Noreturn void _Exit(int status) {
    _exit(status);
}

/* The engine sets it before the program starts; `main`'s third parameter. */
char **environ;

/* In an open environment: the variables that were asked for, as the engine
 * made them, and whether they are there. */
#define EP_VARIABLES 32
static char *ep_asked[EP_VARIABLES];
static char ep_is_there[EP_VARIABLES];
static int ep_asked_count;

static char *ep_any_variable(const char *name, size_t length) {
    for (int i = 0; i < ep_asked_count; i++)
        if (ep_strncmp(ep_asked[i], name, length) == 0 &&
            ep_asked[i][length] == (ep_is_there[i] ? '=' : 0))
            return ep_is_there[i] ? ep_asked[i] + length + 1 : NULL;
    if (ep_asked_count == EP_VARIABLES)
        __ep_unsupported("more than 32 variables of the environment");
    int there = __ep_surrounding(NULL, 0, 1) != 0;
    char *made = __ep_any_variable(name, there);
    ep_asked[ep_asked_count] = made;
    ep_is_there[ep_asked_count++] = (char)there;
    return there ? made + length + 1 : NULL;
}

/* The value of a variable that is given. The engine knows it by its name. */
__attribute__((noinline)) static char *ep_getenv_given(const char *name, size_t length) {
    char **const all = *(char **volatile *)&environ;
    for (size_t i = 0; length > 0 && all != NULL && all[i] != NULL; i++)
        if (ep_strncmp(all[i], name, length) == 0 && all[i][length] == '=')
            return all[i] + length + 1;
    return NULL;
}

static char *ep_getenv(const char *name) {
    size_t length = ep_strlen(name);
    char *given = ep_getenv_given(name, length);
    if (given != NULL)
        return given;
    if (__ep_is_open())
        return length > 0 ? ep_any_variable(name, length) : NULL;
    return __ep_variable(name);
}

char *getenv(const char *name) {
    return ep_getenv(name);
}

char *secure_getenv(const char *name) {
    return ep_getenv(name);
}

/* Only the locales "C", "POSIX" and "" (the environment's: none) exist. In an
 * open environment "" can be any, unless LC_ALL is given. */
char *setlocale(int category, const char *name) {
    (void)category;
    if (name != NULL && *name == 0 && __ep_is_open() && ep_getenv_given("LC_ALL", 6) == NULL &&
        __ep_surrounding(NULL, 0, 1) != 0)
        __ep_unsupported("a locale other than \"C\", in any environment (--env LC_ALL=C)");
    if (name == NULL || *name == 0 || ep_strcmp(name, "C") == 0 || ep_strcmp(name, "POSIX") == 0)
        return "C";
    return NULL;
}

struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol,
        *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char numbers[14]; /* all "not available" */
};

struct lconv *localeconv(void) {
    static struct lconv c_locale = {
        ".", "", "", "", "", "", "", "", "", "",
        {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
         CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX}};
    return &c_locale;
}

void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        ep_errno = EP_ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

int posix_memalign(void **object, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EP_EINVAL;
    void *new = aligned_alloc(alignment, size);
    if (new == NULL)
        return EP_ENOMEM;
    *object = new;
    return 0;
}

void *memalign(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}

void cfree(void *object) {
    free(object);
}
