/* What a run takes: the entry on a stack of its own, painted before, and (with
 * -DEP_COUNT) every block that malloc and its kin hand out, counted.
 *
 * Everything that is measured lies in the file named by EVERYPATH_MEASURE,
 * mapped shared: however the process ends, the file has the marks. Its first
 * page is `struct page`; after an unused page, which catches an overflow,
 * comes the stack.
 *
 * Counting: calls of the program are redirected at link time (--wrap) and say
 * that a block is the program's; what the C library allocates for itself comes
 * through the malloc that is defined here, and is counted apart. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A user may have functions of these names, and symbols are found by name. */
#define adopt ep_own_adopt
#define adopt_grown ep_own_adopt_grown
#define cost ep_own_cost
#define depth ep_own_depth
#define enter ep_own_enter
#define fail ep_own_fail
#define gain ep_own_gain
#define leave ep_own_leave
#define lose ep_own_lose
#define make ep_own_make
#define note_of ep_own_note_of
#define scanned ep_own_scanned
#define setting ep_own_setting
#ifdef EP_COUNT
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#endif

enum { PAGE = 4096 };

struct page {
  uint64_t magic;        /* MAGIC when the run has begun */
  uint64_t base;         /* address of the stack's lowest byte */
  uint64_t top;          /* stack pointer before the call of the caller */
  uint64_t returned;     /* the entry returned */
  uint64_t heap_live, heap_peak;
  uint64_t library_live, library_peak;
  uint64_t largest;
  uint64_t blocks, blocks_peak;
  uint64_t both_peak;
  uint64_t net;          /* heap_live when the entry returned */
  uint64_t events;       /* places where handlers could fire */
};
#define MAGIC 0x4550534d41524b31ull

static struct page *page;
static uintptr_t stack_top;
#ifndef EP_COUNT
/* The painted stack, and the one that functions which hand out inputs go on. */
uintptr_t ep_measure_low, ep_measure_high, ep_measure_other;
#endif

void ep_measure_run(void (*call)(void));
void ep_measure_begin(void);
#ifdef EP_FIRE
void ep_fire_begin(uintptr_t low, uintptr_t high);
void ep_fire_end(void);
#endif

static void fail(const char *what) {
  ssize_t n = write(2, what, strlen(what));
  (void)n;
  _exit(116);
}

static unsigned long setting(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text ? strtoul(text, NULL, 0) : otherwise;
}

#if defined EP_COUNT || defined EP_BOTH
static int active, moving = 1;
static uint64_t header, unit = 1, least;

/* What a block of n bytes takes with this allocator. */
static uint64_t cost(uint64_t n) {
  uint64_t s = (n + header + unit - 1) / unit * unit;
  return s < least ? least : s;
}

#define RAISE(peak, now) do { if ((now) > (peak)) (peak) = (now); } while (0)
#endif
#ifdef EP_BOTH
static unsigned char paint_byte;
static void both_begin(void);
#endif

/* Runs `call` on the stack in the file. */
void ep_measure_run(void (*call)(void)) {
  const char *path = getenv("EVERYPATH_MEASURE");
  size_t size = setting("EVERYPATH_MEASURE_STACK", 1 << 20);
  size_t shift = setting("EVERYPATH_MEASURE_SHIFT", 0);
#ifndef EP_COUNT
  int paint = (int)setting("EVERYPATH_MEASURE_PAINT", 0xa5);
#endif
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) fail("measure: no file");
  page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  char *room = mmap(NULL, size + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || room == MAP_FAILED) fail("measure: no memory");
  char *base = mmap(room + PAGE, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    file, 2 * PAGE);
  if (base == MAP_FAILED) fail("measure: no memory");
  close(file);
#ifndef EP_COUNT
  memset(base, paint, size);
#endif
  /* Room for what the caller of the entry passes. */
  char *top = base + size - 8192 - shift;
  page->base = (uintptr_t)base;
  page->top = (uintptr_t)top;
  stack_top = (uintptr_t)top - setting("EVERYPATH_MEASURE_CALLER", 0);
  page->magic = MAGIC;
#ifndef EP_COUNT
  size_t other = 1 << 18;
  char *own = mmap(NULL, other, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) fail("measure: no memory");
  ep_measure_low = (uintptr_t)base;
  ep_measure_high = (uintptr_t)base + size;
  ep_measure_other = (uintptr_t)own + other;
#endif
#if defined EP_COUNT || defined EP_BOTH
  moving = setting("EVERYPATH_MEASURE_MOVING", 1) != 0;
  header = setting("EVERYPATH_MEASURE_HEADER", 0);
  unit = setting("EVERYPATH_MEASURE_UNIT", 1);
  least = setting("EVERYPATH_MEASURE_LEAST", 0);
  active = 1;
#endif
#ifdef EP_BOTH
  paint_byte = (unsigned char)paint;
  both_begin();
#endif
#ifdef EP_FIRE
  ep_fire_begin((uintptr_t)base, (uintptr_t)top);
#endif
#ifdef __x86_64__
  __asm__ volatile("movq %%rsp, %%rbx\n\tmovq %1, %%rsp\n\tcall *%0\n\tmovq %%rbx, %%rsp"
                   : "+a"(call)
                   : "r"(top)
                   : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
#else
  __asm__ volatile("movl %%esp, %%esi\n\tmovl %1, %%esp\n\tcall *%0\n\tmovl %%esi, %%esp"
                   : "+a"(call)
                   : "D"(top)
                   : "esi", "ecx", "edx", "memory", "cc");
#endif
#ifdef EP_FIRE
  ep_fire_end();
#endif
  page->net = page->heap_live;
  page->returned = 1;
}

#ifdef EP_COUNT
/* A block is preceded by a note of its own; blocks without one were made by
 * something that does not come through here. */
struct note {
  size_t size;
  /* The most that the library had of it while it grew, with what it grew from. */
  size_t grown;
  unsigned owner;
  unsigned magic;
  void *begin;
#if __SIZEOF_POINTER__ == 4
  unsigned fill[3];
#endif
};
enum { NOTE = sizeof(struct note), BLOCK = 0x45504231 };
enum { OUTSIDE, LIBRARY, PROGRAM };
_Static_assert(sizeof(struct note) % 16 == 0, "blocks stay aligned");

extern void *__libc_malloc(size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int ours;
static __thread uintptr_t caller;

/* Threads of the program count in the same page. */
static char lock;
static void enter(void) { while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {} }
static void leave(void) { __atomic_clear(&lock, __ATOMIC_RELEASE); }

/* How deep the caller is on the stack that is measured; that of another
 * thread is nowhere on it. */
static uint64_t depth(void) {
  return caller >= page->base && caller < stack_top ? stack_top - caller : 0;
}

static void gain(struct note *n) {
  enter();
  if (n->owner == PROGRAM) {
    page->heap_live += cost(n->size);
    page->blocks++;
    RAISE(page->heap_peak, page->heap_live);
    RAISE(page->blocks_peak, page->blocks);
    RAISE(page->largest, n->size);
    if (caller) RAISE(page->both_peak, page->heap_live + depth());
  } else if (n->owner == LIBRARY) {
    page->library_live += cost(n->size);
    RAISE(page->library_peak, page->library_live);
  }
  leave();
}

static void lose(struct note *n) {
  enter();
  if (n->owner == PROGRAM) {
    page->heap_live -= cost(n->size);
    page->blocks--;
  } else if (n->owner == LIBRARY) {
    page->library_live -= cost(n->size);
  }
  leave();
}

static struct note *note_of(void *p) {
  struct note *n = (struct note *)((char *)p - NOTE);
  return n->magic == BLOCK ? n : NULL;
}

static void *make(size_t align, size_t size) {
  if (align < 16) align = 16;
  if (size > PTRDIFF_MAX - NOTE - align) {
    errno = ENOMEM;
    return NULL;
  }
  size_t front = (NOTE + align - 1) / align * align;
  char *begin = align > 16 ? __libc_memalign(align, size + front) : __libc_malloc(size + front);
  if (!begin) return NULL;
  struct note *n = (struct note *)(begin + front - NOTE);
  n->size = size;
  n->grown = cost(size);
  n->owner = !active ? OUTSIDE : ours ? PROGRAM : LIBRARY;
  n->magic = BLOCK;
  n->begin = begin;
  if (active) gain(n);
  return begin + front;
}

void free(void *p) {
  if (!p) return;
  struct note *n = note_of(p);
  if (!n) {
    __libc_free(p);
    return;
  }
  if (active) lose(n);
  n->magic = 0;
  __libc_free(n->begin);
}
void *malloc(size_t size) { return make(16, size); }
void *calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  void *p = malloc(all);
  return p ? memset(p, 0, all) : p;
}
void *memalign(size_t align, size_t size) { return make(align, size); }
void *aligned_alloc(size_t align, size_t size) { return make(align, size); }
void *valloc(size_t size) { return make(PAGE, size); }
int posix_memalign(void **out, size_t align, size_t size) {
  void *p = make(align, size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}
void *realloc(void *old, size_t size) {
  if (!old) return malloc(size);
  struct note *n = note_of(old);
  size_t had = n ? n->size : 0;
  size_t grown = n ? n->grown : 0, both = had && moving ? cost(had) + cost(size) : cost(size);
  if (size == 0) {
    free(old);
    return NULL;
  }
  if (n && active && !moving) {
    /* Grown where it lies: the old bytes are never beside the new ones. */
    lose(n);
    unsigned owner = n->owner;
    n->owner = OUTSIDE;
    void *p = malloc(size);
    if (!p) {
      n->owner = owner;
      gain(n);
      return NULL;
    }
    memcpy(p, old, had < size ? had : size);
    RAISE(note_of(p)->grown, grown);
    free(old);
    return p;
  }
  void *p = malloc(size);
  if (p) {
    memcpy(p, old, had < size ? had : size);
    RAISE(note_of(p)->grown, grown > both ? grown : both);
    free(old);
  }
  return p;
}
size_t malloc_usable_size(void *p) {
  struct note *n = p ? note_of(p) : NULL;
  return n ? n->size : 0;
}

/* The program's calls. */
#define OURS(expression)                                                       \
  caller = (uintptr_t)__builtin_dwarf_cfa();                                   \
  ours++;                                                                      \
  expression;                                                                  \
  ours--;                                                                      \
  caller = 0

void *__wrap_malloc(size_t n) { void *p; OURS(p = malloc(n)); return p; }
void *__wrap_calloc(size_t c, size_t n) { void *p; OURS(p = calloc(c, n)); return p; }
void *__wrap_realloc(void *o, size_t n) { void *p; OURS(p = realloc(o, n)); return p; }
void *__wrap_memalign(size_t a, size_t n) { void *p; OURS(p = make(a, n)); return p; }
void *__wrap_aligned_alloc(size_t a, size_t n) { void *p; OURS(p = make(a, n)); return p; }
void *__wrap_valloc(size_t n) { void *p; OURS(p = valloc(n)); return p; }
int __wrap_posix_memalign(void **o, size_t a, size_t n) {
  int r;
  OURS(r = posix_memalign(o, a, n));
  return r;
}
void *__wrap_reallocarray(void *o, size_t c, size_t n) {
  size_t all;
  if (__builtin_mul_overflow(c, n, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  void *p;
  OURS(p = realloc(o, all));
  return p;
}
char *__wrap_strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *p;
  OURS(p = malloc(n));
  return p ? memcpy(p, s, n) : p;
}
char *__wrap_strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *p;
  OURS(p = malloc(n + 1));
  if (p) {
    memcpy(p, s, n);
    p[n] = 0;
  }
  return p;
}

/* Blocks that the library made on its way to a result for the program become
 * the program's when it gets them. */
static void adopt(void *p) {
  struct note *n = p ? note_of(p) : NULL;
  if (n && n->owner == LIBRARY) {
    lose(n);
    n->owner = PROGRAM;
    gain(n);
  }
}

/* The same, and they were its while they grew: nothing else of it lived or died
 * meanwhile. */
static void adopt_grown(void *p) {
  struct note *n = p ? note_of(p) : NULL;
  if (n && n->owner == LIBRARY) {
    enter();
    RAISE(page->heap_peak, page->heap_live + n->grown);
    leave();
    adopt(p);
  }
}

extern ssize_t __real_getdelim(char **, size_t *, int, FILE *);
ssize_t __wrap_getdelim(char **line, size_t *n, int end, FILE *f) {
  ssize_t r = __real_getdelim(line, n, end, f);
  adopt(*line);
  return r;
}
ssize_t __wrap_getline(char **line, size_t *n, FILE *f) {
  return __wrap_getdelim(line, n, '\n', f);
}
extern int __real_vasprintf(char **, const char *, va_list);
int __wrap_vasprintf(char **out, const char *format, va_list list) {
  int r = __real_vasprintf(out, format, list);
  if (r >= 0) adopt(*out);
  return r;
}
int __wrap_asprintf(char **out, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int r = __wrap_vasprintf(out, format, list);
  va_end(list);
  return r;
}

/* The blocks of %m: of the conversions that were stored, in their order. */
static void scanned(const char *f, va_list list, int stored) {
  for (; *f; f++) {
    if (*f != '%') continue;
    f++;
    int nowhere = 0, block = 0;
    for (; *f == '*' || *f == '\'' || *f == 'I'; f++) nowhere |= *f == '*';
    while (*f >= '0' && *f <= '9') f++;
    /* Arguments by number: they are not followed. */
    if (*f == '$') return;
    block = *f == 'm';
    for (; *f && strchr("mhlqjztL", *f); f++) {}
    char c = *f;
    if (c == 0) return;
    if (c == '[') {
      f += f[1] == '^';
      f += f[1] == ']';
      while (*++f != ']')
        if (*f == 0) return;
    }
    if (c == '%' || nowhere) continue;
    void **to = va_arg(list, void **);
    if (c == 'n') continue;
    if (stored-- <= 0) return;
    if (block) adopt_grown(*to);
  }
}
#define SCANS(name, v, one)                                                    \
  extern int __real_##v(one, const char *, va_list);                           \
  int __wrap_##v(one from, const char *format, va_list list) {                 \
    va_list again;                                                             \
    va_copy(again, list);                                                      \
    int r = __real_##v(from, format, list);                                    \
    scanned(format, again, r);                                                 \
    va_end(again);                                                             \
    return r;                                                                  \
  }                                                                            \
  int __wrap_##name(one from, const char *format, ...) {                       \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    int r = __wrap_##v(from, format, list);                                    \
    va_end(list);                                                              \
    return r;                                                                  \
  }
#define SCANS_INPUT(name, v)                                                   \
  extern int __real_##v(const char *, va_list);                                \
  int __wrap_##v(const char *format, va_list list) {                           \
    va_list again;                                                             \
    va_copy(again, list);                                                      \
    int r = __real_##v(format, list);                                          \
    scanned(format, again, r);                                                 \
    va_end(again);                                                             \
    return r;                                                                  \
  }                                                                            \
  int __wrap_##name(const char *format, ...) {                                 \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    int r = __wrap_##v(format, list);                                          \
    va_end(list);                                                              \
    return r;                                                                  \
  }
#define ALL_SCANS(prefix)                                                      \
  SCANS(prefix##sscanf, prefix##vsscanf, const char *)                         \
  SCANS(prefix##fscanf, prefix##vfscanf, FILE *)                               \
  SCANS_INPUT(prefix##scanf, prefix##vscanf)
ALL_SCANS()
ALL_SCANS(__isoc99_)
#if __GLIBC__ > 2 || __GLIBC_MINOR__ >= 38
ALL_SCANS(__isoc23_)
#endif
#endif

#ifdef EP_BOTH
/* Heap and stack at one time. Calls of malloc and its kin come through thunks, which
 * go on another stack before and after the real call; that goes as deep as ever. At
 * each of them the paint says how deep the stack went since the one before, while the
 * same blocks lived, and is laid on anew. A block counts while the call that makes it
 * runs, and while the one that frees it does. */
enum {
  MALLOC, CALLOC, REALLOC, MEMALIGN, ALIGNED_ALLOC, VALLOC, POSIX_MEMALIGN, REALLOCARRAY,
  STRDUP, STRNDUP, GETLINE, GETDELIM, ASPRINTF, VASPRINTF, FREE
};
/* What the thunks keep: the arguments (of x86-64), where the caller is, the result. */
uintptr_t ep_both_args[7], ep_both_ra, ep_both_sp, ep_both_result;
/* Calls inside of calls, and those after the last one that is looked at, go by. */
int ep_both_inside = 1;
enum { ROOM_FOR = 1 << 20, MOST_CALLS = 200000 };
static struct { uintptr_t at; uint64_t size; } *known;
static unsigned calls, blocks_known;
static uintptr_t window;
static void *old_block;

static void both_begin(void) {
  window = setting("EVERYPATH_MEASURE_WATCH", 1 << 16);
  known = mmap(NULL, ROOM_FOR * sizeof *known, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (known != MAP_FAILED) ep_both_inside = 0;
}

/* The place of a block, or where it goes. */
static unsigned place_of(uintptr_t at) {
  unsigned i = (unsigned)(at >> 4) * 2654435761u % ROOM_FOR;
  while (known[i].at && known[i].at != at) i = (i + 1) % ROOM_FOR;
  return i;
}
static uint64_t forget(void *p) {
  if (!p) return 0;
  unsigned i = place_of((uintptr_t)p);
  uint64_t n = known[i].at ? known[i].size : 0;
  /* The place stays taken, for those behind it. */
  if (known[i].at) known[i].size = 0;
  return n;
}
static void remember(void *p, uint64_t n) {
  unsigned i = place_of((uintptr_t)p);
  if (!known[i].at && ++blocks_known > ROOM_FOR / 2) {
    calls = MOST_CALLS;
    return;
  }
  known[i].at = (uintptr_t)p;
  known[i].size = n;
}

/* So deep the stack went since the last time; lays the paint on anew. */
static void look(uint64_t live) {
  unsigned char *end = (unsigned char *)ep_both_sp;
  unsigned char *low = (unsigned char *)ep_measure_low;
  unsigned char *at = (uintptr_t)(end - low) > window ? end - window : low;
  while (at < end && *(volatile unsigned char *)at == paint_byte) at++;
  RAISE(page->both_peak, live + (stack_top - (uintptr_t)at));
  for (; at < end; at++) *(volatile unsigned char *)at = paint_byte;
}

static uint64_t length(const char *s) {
  uint64_t n = 0;
  while (((const volatile char *)s)[n]) n++;
  return n;
}

static uintptr_t argument(int n) {
#ifdef __x86_64__
  return ep_both_args[n];
#else
  return ((uintptr_t *)ep_both_sp)[n];
#endif
}

void ep_both_before(int which) {
  ep_both_inside = 1;
  look(page->heap_live);
  old_block = which == GETLINE || which == GETDELIM ? *(void **)argument(0) : NULL;
}

void ep_both_after(int which) {
  uint64_t before = page->heap_live, gone = 0, made = 0;
  void *p = (void *)ep_both_result;
  switch (which) {
  case MALLOC: case VALLOC: made = argument(0); break;
  case CALLOC: made = argument(0) * argument(1); break;
  case MEMALIGN: case ALIGNED_ALLOC: made = argument(1); break;
  case REALLOC: case REALLOCARRAY:
    made = which == REALLOC ? argument(1) : argument(1) * argument(2);
    if (p || made == 0) gone = forget((void *)argument(0));
    break;
  case POSIX_MEMALIGN:
    p = (int)ep_both_result == 0 ? *(void **)argument(0) : NULL;
    made = argument(2);
    break;
  case STRDUP: case STRNDUP: made = p ? length(p) + 1 : 0; break;
  case GETLINE: case GETDELIM:
    p = *(void **)argument(0);
    if (p != old_block) gone = forget(old_block);
    else gone = forget(p);
    made = *(size_t *)argument(1);
    break;
  case ASPRINTF: case VASPRINTF:
    p = (int)ep_both_result >= 0 ? *(void **)argument(0) : NULL;
    made = p ? length(p) + 1 : 0;
    break;
  case FREE: gone = forget((void *)argument(0)); p = NULL; break;
  }
  made = p ? cost(made) : 0;
  if (p) remember(p, made);
  uint64_t now = before - gone + made, there = before > now ? before : now;
  if (gone && made && moving && (which == REALLOC || which == REALLOCARRAY))
    there = before + made;
  look(there);
  page->heap_live = now;
  if (++calls < MOST_CALLS) ep_both_inside = 0;
}
#endif
