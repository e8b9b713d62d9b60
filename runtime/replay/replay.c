/* Native replay: the functions that a harness calls to get its inputs, handing
 * out the bytes that a run of Everypath recorded.
 *
 * Use:  clang -g -Iruntime/include prog.c runtime/replay/replay.c -o prog
 *       EVERYPATH_REPLAY=test000001.ktest ./prog
 *
 * The file is either a `.ktest` (KLEE's format, version 1 to 3) or an "EPRPLAY1"
 * file, which also says where each input enters:
 *
 *     char  magic[8] = "EPRPLAY1"
 *     u32   count                              all numbers little endian
 *     count times:
 *       u8  kind     0 made symbolic, 1 nondet, 2 parameter, 3 buffer, 4 other,
 *                    6 object, 7 pointer, 8 returned, 9 device, 10 outside
 *       u32 index    of the parameter for kinds 2 and 3, of the object (6), of
 *                    the call of a function behind a pointer (8); 1 where
 *                    another piece follows (10); else 0
 *       u32 name length, name
 *       u32 size, bytes
 *
 * The bytes of a pointer say where it is and what it points to:
 *
 *     u8  place      0 parameter, 1 in an object, 2 returned by a call
 *     u32 number     of the parameter, object or call
 *     u64 offset     in the object
 *     u8  target     0 null, 1 object, 2 function
 *     u32, u32       the object; the function's signature and number
 *
 * The bytes of a device are its address (8 bytes) and what was read there. Those
 * of a piece that a function without a body wrote begin with the way to it: u32
 * steps, then a u64 each, which is added to the argument; behind each but the
 * last a pointer is read.
 *
 * Inputs of kinds 0 and 1 are handed out in the order of the calls; a call
 * whose kind, name or size does not fit the record is a divergence: the
 * program does not follow the predicted path. How the replay ended is written
 * as one line to the file named by EVERYPATH_REPLAY_LOG (standard error when
 * unset) and as an exit code:
 *
 *     113  divergence: another input was asked for than the one recorded
 *     114  an assumption does not hold
 *     115  the replay file cannot be read
 *
 * Every function of a harness's interface is weak here, so that a program that
 * brings its own definition keeps it. No state but that of this file, no
 * memory beyond the file's contents, no library but libc. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A user may have functions of these names, and symbols are found by name. */
#define assumption_failed ep_own_assumption_failed
#define big ep_own_big
#define block ep_own_block
#define build_heap ep_own_build_heap
#define diverged ep_own_diverged
#define heap_object ep_own_heap_object
#define indexed ep_own_indexed
#define is_stdin ep_own_is_stdin
#define keep ep_own_keep
#define leave ep_own_leave
#define little ep_own_little
#define load ep_own_load
#define make ep_own_make
#define make_room ep_own_make_room
#define next_record ep_own_next_record
#define nondet_bytes ep_own_nondet_bytes
#define pointer_at ep_own_pointer_at
#define piece_at ep_own_piece_at
#define read_ktest ep_own_read_ktest
#define read_own ep_own_read_own
#define recorded_int ep_own_recorded_int
#define same_name ep_own_same_name
#define take ep_own_take
#define target_of ep_own_target_of
#define tell ep_own_tell
#define unreadable ep_own_unreadable
#define whole ep_own_whole
#define word_at ep_own_word_at

#define WEAK __attribute__((weak))
#define NORETURN __attribute__((noreturn))

#ifdef EP_MEASURED
#include <sys/mman.h>
static void *keep(size_t n) {
  void *p = mmap(NULL, n ? n : 1, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}
#else
static void *keep(size_t n) { return calloc(1, n ? n : 1); }
#endif

enum { DIVERGED = 113, ASSUMPTION = 114, UNREADABLE = 115 };
enum { MADE = 0, NONDET = 1, PARAMETER = 2, BUFFER = 3, OTHER = 4, ANY = 5,
       OBJECT = 6, POINTED = 7, RETURNED = 8, DEVICE = 9, OUTSIDE = 10 };

struct record {
  unsigned kind;
  uint32_t index;
  const char *name;
  uint32_t name_len;
  const unsigned char *bytes;
  uint32_t size;
  void *made; /* the object in memory, for kinds 3 and 6 */
};

static struct record *records;
static uint32_t record_count;
static uint32_t next_in_order;
static int loaded;

/* ---- telling how it went ------------------------------------------------ */

static void tell(const char *line) {
  const char *path = getenv("EVERYPATH_REPLAY_LOG");
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : 2;
  if (fd < 0)
    return;
  size_t len = strlen(line);
  if (write(fd, line, len) != (ssize_t)len) { /* nothing better to tell it to */
  }
  if (path)
    close(fd);
}

/* Ends the process at once: no atexit handler, no leak check, but the output
 * so far is kept. */
NORETURN static void leave(int code) {
  fflush(NULL);
  _exit(code);
}

NORETURN static void diverged(const char *asked, size_t size,
                              const struct record *found) {
  char line[400];
  if (found)
    snprintf(line, sizeof line,
             "diverged: the program asked for %.120s of %zu bytes, recorded "
             "next is %.*s of %u bytes\n",
             asked, size, (int)(found->name_len > 120 ? 120 : found->name_len),
             found->name, (unsigned)found->size);
  else
    snprintf(line, sizeof line,
             "diverged: the program asked for %.120s of %zu bytes after the "
             "last recorded input\n",
             asked, size);
  tell(line);
  leave(DIVERGED);
}

NORETURN static void unreadable(const char *path, const char *why) {
  char line[400];
  snprintf(line, sizeof line, "unreadable: %.250s: %.100s\n", path, why);
  tell(line);
  leave(UNREADABLE);
}

/* ---- reading the file --------------------------------------------------- */

struct reader {
  const char *path;
  const unsigned char *at, *end;
};

static const unsigned char *take(struct reader *r, uint32_t n) {
  if ((size_t)(r->end - r->at) < n)
    unreadable(r->path, "it ends too early");
  const unsigned char *p = r->at;
  r->at += n;
  return p;
}

static uint32_t little(struct reader *r) {
  const unsigned char *p = take(r, 4);
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}

static uint32_t big(struct reader *r) {
  const unsigned char *p = take(r, 4);
  return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 |
         (uint32_t)p[0] << 24;
}

/* Room for `count` records; each takes at least `least` bytes of the file. */
static void make_room(struct reader *r, uint32_t count, uint32_t least) {
  if (count > (size_t)(r->end - r->at) / least)
    unreadable(r->path, "it announces more inputs than it holds");
  records = keep((count ? count : 1) * sizeof *records);
  if (!records)
    unreadable(r->path, "out of memory");
  record_count = count;
}

static void read_own(struct reader *r) {
  uint32_t count = little(r);
  make_room(r, count, 13);
  for (uint32_t i = 0; i < count; i++) {
    struct record *rec = &records[i];
    rec->kind = *take(r, 1);
    rec->index = little(r);
    rec->name_len = little(r);
    rec->name = (const char *)take(r, rec->name_len);
    rec->size = little(r);
    rec->bytes = take(r, rec->size);
  }
}

/* The content of a file. */
static unsigned char *whole(const char *path, size_t *size) {
#ifdef EP_MEASURED
  /* The program's first block is to find the heap as the system gave it, which
   * takes the most stack: no block is made here. */
  int f = open(path, O_RDONLY);
  off_t len = f < 0 ? -1 : lseek(f, 0, SEEK_END);
  unsigned char *data = len < 0 ? NULL : keep((size_t)len);
  if (!data || pread(f, data, (size_t)len, 0) != len)
    unreadable(path, strerror(errno));
  close(f);
#else
  FILE *f = fopen(path, "rb");
  if (!f)
    unreadable(path, strerror(errno));
  size_t len = 0, room = 4096;
  unsigned char *data = malloc(room);
  for (;;) {
    if (!data)
      unreadable(path, "out of memory");
    size_t n = fread(data + len, 1, room - len, f);
    len += n;
    if (n == 0)
      break;
    if (len == room)
      data = realloc(data, room *= 2);
  }
  if (ferror(f))
    unreadable(path, strerror(errno));
  fclose(f);
#endif
  *size = (size_t)len;
  return data;
}

static void read_ktest(struct reader *r) {
  uint32_t version = big(r);
  if (version < 1 || version > 3)
    unreadable(r->path, "an unknown .ktest version");
  for (uint32_t args = big(r); args > 0; args--)
    take(r, big(r));
  if (version >= 2) {
    big(r);
    big(r);
  }
  uint32_t count = big(r);
  make_room(r, count, 8);
  for (uint32_t i = 0; i < count; i++) {
    struct record *rec = &records[i];
    rec->kind = ANY;
    rec->name_len = big(r);
    rec->name = (const char *)take(r, rec->name_len);
    rec->size = big(r);
    rec->bytes = take(r, rec->size);
  }
}

static void load(void) {
  if (loaded)
    return;
  loaded = 1;
  const char *path = getenv("EVERYPATH_REPLAY");
  if (!path)
    path = getenv("KTEST_FILE");
  if (!path)
    unreadable("(none)", "the variable EVERYPATH_REPLAY names no file");
  size_t len;
  unsigned char *data = whole(path, &len);
  struct reader r = {path, data, data + len};
  if (len >= 8 && memcmp(data, "EPRPLAY1", 8) == 0) {
    r.at += 8;
    read_own(&r);
  } else if (len >= 5 && (memcmp(data, "KTEST", 5) == 0 ||
                          memcmp(data, "BOUT\n", 5) == 0)) {
    r.at += 5;
    read_ktest(&r);
  } else {
    unreadable(path, "neither a .ktest nor an EPRPLAY1 file");
  }
}

/* ---- handing out inputs ------------------------------------------------- */

/* `name`, or `name` with a number that made it unique: `name_1`. */
static int same_name(const struct record *rec, const char *name) {
  size_t n = strlen(name);
  if (rec->name_len < n || memcmp(rec->name, name, n) != 0)
    return 0;
  if (rec->name_len == n)
    return 1;
  if (rec->name[n] != '_' || rec->name_len == n + 1)
    return 0;
  for (size_t i = n + 1; i < rec->name_len; i++)
    if (rec->name[i] < '0' || rec->name[i] > '9')
      return 0;
  return 1;
}

static int is_stdin(const struct record *rec) {
  return rec->kind == ANY && rec->name_len == 5 &&
         memcmp(rec->name, "stdin", 5) == 0;
}

/* The next record that is handed out by call order, or null. A run that is to
 * go on for ever begins again at the record that EVERYPATH_REPLAY_AGAIN names. */
static const struct record *next_record(void) {
  load();
  for (int again = 0; again < 2; again++) {
    while (next_in_order < record_count) {
      const struct record *rec = &records[next_in_order];
      if ((rec->kind == MADE || rec->kind == NONDET || rec->kind == ANY) &&
          !is_stdin(rec))
        return rec;
      next_in_order++;
    }
    const char *from = getenv("EVERYPATH_REPLAY_AGAIN");
    if (!from)
      return NULL;
    next_in_order = (uint32_t)strtoul(from, NULL, 10);
  }
  return NULL;
}

/* For devices.c: the bytes of the next read of a device, which must be one of
 * this address; and how a replay ends that cannot begin. */
void ep_replay_load(void);
void ep_replay_load(void) { load(); }
void ep_replay_unreadable(const char *what, const char *why);
void ep_replay_unreadable(const char *what, const char *why) { unreadable(what, why); }
void ep_replay_device(uint64_t address, void *room);
void ep_replay_device(uint64_t address, void *room) {
  static uint32_t next;
  while (next < record_count && records[next].kind != DEVICE)
    next++;
  const struct record *rec = next < record_count ? &records[next] : NULL;
  uint64_t at = 0;
  if (rec && rec->size >= 8)
    memcpy(&at, rec->bytes, 8);
  if (!rec || rec->size < 8 || at != address) {
    char name[32];
    snprintf(name, sizeof name, "0x%llx", (unsigned long long)address);
    diverged(name, 0, rec);
  }
  next++;
  memcpy(room, rec->bytes + 8, rec->size - 8);
}

static void make(void *object, size_t size, const char *name) {
  if (!name)
    name = "";
  const struct record *rec = next_record();
  if (!rec || rec->kind == NONDET || rec->size != size || !same_name(rec, name))
    diverged(name, size, rec);
  next_in_order++;
  memcpy(object, rec->bytes, size);
}

/* The next bytes for a call to `function`, at most `room` of them. Its name
 * was recorded; how many bytes the program declared it to return may differ
 * from the name's usual size. */
static uint32_t nondet_bytes(const char *function, void *out, size_t room,
                             size_t usual) {
  const struct record *rec = next_record();
  int fits = rec && rec->size <= room &&
             (rec->kind == ANY ? rec->size <= room
                               : rec->kind == NONDET && same_name(rec, function));
  if (!fits)
    diverged(function, usual, rec);
  next_in_order++;
  memcpy(out, rec->bytes, rec->size);
  return rec->size;
}

/* An integer of at most 8 bytes, extended as its type asks. */
static unsigned long long recorded_int(const char *function, size_t usual,
                                     int is_signed) {
  unsigned char b[8] = {0};
  uint32_t n = nondet_bytes(function, b, sizeof b, usual);
  unsigned long long v = 0;
  for (uint32_t i = 0; i < n; i++)
    v |= (unsigned long long)b[i] << (8 * i);
  if (is_signed && n > 0 && n < 8 && (b[n - 1] & 0x80))
    v |= ~0ULL << (8 * n);
  return v;
}

/* ---- everypath.h -------------------------------------------------------- */

WEAK void ep_symbolic(void *object, size_t size, const char *name) {
  make(object, size, name);
}

NORETURN static void assumption_failed(const char *function) {
  char line[200];
  snprintf(line, sizeof line, "assumption: %.100s was called with false\n",
           function);
  tell(line);
  leave(ASSUMPTION);
}

WEAK void ep_assume(_Bool condition) {
  if (!condition)
    assumption_failed("ep_assume");
}

WEAK _Bool __ep_invariant(_Bool condition) {
  if (!condition) {
    tell("error: a loop invariant\n");
    abort();
  }
  return 1;
}

/* For contracts.c. */
WEAK void ep_replay_tell(const char *line) { tell(line); }

/* Natively a contract is what it requires, but for contracts.c. */
WEAK _Bool __ep_clause(int kind) { return kind == 1; }

WEAK void __ep_requires(_Bool condition, const char *text) {
  if (!condition) {
    char line[200];
    snprintf(line, sizeof line, "error: ep_requires(%.100s)\n", text);
    tell(line);
    abort();
  }
}

WEAK void __ep_ensures(_Bool condition, const char *text) {
  (void)condition;
  (void)text;
}

WEAK void __ep_assigns(void *address, size_t size) {
  (void)address;
  (void)size;
}

WEAK _Bool ep_fresh(const void *address, size_t size) {
  return address != 0 || size == 0;
}

WEAK void *__ep_result(size_t size) {
  (void)size;
  return 0;
}

WEAK void __ep_old_begin(void) {}

WEAK void __ep_old_end(void *value, size_t size) {
  (void)value;
  (void)size;
}

WEAK void __CPROVER_assume(_Bool condition) {
  if (!condition)
    assumption_failed("__CPROVER_assume");
}

WEAK void __CPROVER_assert(_Bool condition, const char *description) {
  (void)description;
  if (!condition) {
    tell("error: __CPROVER_assert\n");
    abort();
  }
}

/* Without the explorer nobody knows what may be accessed. */
WEAK _Bool __CPROVER_r_ok(const void *address, size_t size) {
  (void)size;
  return address != 0;
}

WEAK _Bool __CPROVER_w_ok(const void *address, size_t size) {
  (void)size;
  return address != 0;
}

/* ---- klee/klee.h -------------------------------------------------------- */

WEAK void klee_make_symbolic(void *object, size_t size, const char *name) {
  make(object, size, name);
}

/* ---- functions without a body -------------------------------------------- */

/* The piece's place behind the argument, and where its bytes begin. */
static char *piece_at(const struct record *rec, void *argument, uint32_t *begin) {
  uint32_t steps;
  char *at = argument;
  if (rec->size < sizeof steps)
    return NULL;
  memcpy(&steps, rec->bytes, sizeof steps);
  *begin = sizeof steps;
  for (uint32_t i = 0; i < steps; i++) {
    uint64_t step;
    if (rec->size - *begin < sizeof step)
      return NULL;
    memcpy(&step, rec->bytes + *begin, sizeof step);
    *begin += sizeof step;
    at += step;
    if (i + 1 < steps)
      memcpy(&at, at, sizeof at);
  }
  return at;
}

/* What such a function wrote behind an argument. */
WEAK void __ep_outside(const char *name, void *argument) {
  static uint32_t next;
  int more = argument != NULL;
  load();
  while (more) {
    while (next < record_count && records[next].kind != OUTSIDE)
      next++;
    uint32_t begin;
    const struct record *rec = next < record_count ? &records[next] : NULL;
    char *to = rec && rec->name_len >= strlen(name) && !memcmp(rec->name, name, strlen(name))
                   ? piece_at(rec, argument, &begin)
                   : NULL;
    if (!to)
      diverged(name, 0, rec);
    next++;
    memcpy(to, rec->bytes + begin, rec->size - begin);
    more = rec->index != 0;
  }
}

/* What it returned. */
WEAK unsigned long long __ep_outside_result(const char *name, unsigned bytes) {
  unsigned long long v = 0;
  make(&v, bytes, name);
  return v;
}

/* Where an address that it returned may lead: the input says. */
WEAK void __ep_outside_leads(void *at, ...) { (void)at; }

WEAK void klee_assume(uintptr_t condition) {
  if (!condition)
    assumption_failed("klee_assume");
}

WEAK int klee_int(const char *name) {
  int v;
  make(&v, sizeof v, name);
  return v;
}

WEAK int klee_range(int begin, int end, const char *name) {
  int v;
  make(&v, sizeof v, name);
  if (v < begin || v >= end)
    assumption_failed("klee_range");
  return v;
}

WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t v;
  make(&v, sizeof v, "klee_choose");
  if (v >= n)
    assumption_failed("klee_choose");
  return v;
}

NORETURN WEAK void klee_silent_exit(int status) {
  (void)status;
  tell("silent: klee_silent_exit\n");
  leave(0);
}

NORETURN WEAK void klee_abort(void) {
  tell("error: klee_abort\n");
  abort();
}

NORETURN WEAK void klee_report_error(const char *file, int line,
                                     const char *message, const char *suffix) {
  char text[400];
  snprintf(text, sizeof text, "error: klee_report_error %.100s:%d: %.150s (%.50s)\n",
           file, line, message, suffix);
  tell(text);
  abort();
}

WEAK void klee_prefer_cex(void *o, uintptr_t c) { (void)o, (void)c; }
WEAK void klee_posix_prefer_cex(void *o, uintptr_t c) { (void)o, (void)c; }
WEAK unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK float klee_get_valuef(float e) { return e; }
WEAK double klee_get_valued(double e) { return e; }
WEAK long klee_get_valuel(long e) { return e; }
WEAK long long klee_get_valuell(long long e) { return e; }
WEAK int32_t klee_get_value_i32(int32_t e) { return e; }
WEAK int64_t klee_get_value_i64(int64_t e) { return e; }
WEAK void klee_warning(const char *m) { fprintf(stderr, "%s\n", m); }
WEAK void klee_warning_once(const char *m) { fprintf(stderr, "%s\n", m); }
WEAK void klee_print_expr(const char *m, ...) { (void)m; }
WEAK void klee_print_range(const char *n, int a) { (void)n, (void)a; }
WEAK void klee_stack_trace(void) {}
WEAK int *klee_get_errno(void) { return &errno; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_merge(void) {}
WEAK void klee_mark_global(void *o) { (void)o; }
WEAK void klee_set_forking(unsigned e) { (void)e; }
WEAK void klee_alias_function(const char *a, const char *b) { (void)a, (void)b; }
WEAK void klee_alias_function_regex(const char *a, const char *b) {
  (void)a, (void)b;
}
WEAK void klee_define_fixed_object(void *a, size_t n) { (void)a, (void)n; }

/* The bytes are touched, so that AddressSanitizer sees a bad range. */
WEAK void klee_check_memory_access(const void *address, size_t size) {
  const volatile unsigned char *p = address;
  for (size_t i = 0; i < size; i++)
    (void)p[i];
}

/* AddressSanitizer knows the sizes of heap objects; without it there is no
 * answer, and a wrong one would send the run elsewhere. */
extern size_t __sanitizer_get_allocated_size(const volatile void *p) WEAK;
WEAK size_t klee_get_obj_size(void *p) {
  if (!__sanitizer_get_allocated_size) {
    tell("diverged: klee_get_obj_size needs AddressSanitizer\n");
    leave(DIVERGED);
  }
  return __sanitizer_get_allocated_size(p);
}

/* ---- SV-COMP ------------------------------------------------------------ */

/* All integers come back in a full register, extended as the type asks: right
 * for every integer type that the program may have declared. */
#define NONDET_FUNCTION(name, size, is_signed)                                 \
  unsigned long long name(void);                                               \
  WEAK unsigned long long name(void) {                                         \
    return recorded_int(#name, size, is_signed);                                  \
  }

/* SV-COMP's name, and the one that users of CBMC and ESBMC declare. */
#define NONDET_INT(suffix, size, is_signed)                                    \
  NONDET_FUNCTION(__VERIFIER_nondet_##suffix, size, is_signed)                 \
  NONDET_FUNCTION(nondet_##suffix, size, is_signed)

NONDET_INT(bool, 1, 0)
NONDET_INT(_Bool, 1, 0)
NONDET_INT(char, 1, (char)-1 < 0)
NONDET_INT(schar, 1, 1)
NONDET_INT(uchar, 1, 0)
NONDET_INT(unsigned_char, 1, 0)
NONDET_INT(short, 2, 1)
NONDET_INT(ushort, 2, 0)
NONDET_INT(int, 4, 1)
NONDET_INT(uint, 4, 0)
NONDET_INT(unsigned, 4, 0)
NONDET_INT(unsigned_int, 4, 0)
NONDET_INT(U32, 4, 0)
NONDET_INT(u8, 1, 0)
NONDET_INT(u16, 2, 0)
NONDET_INT(u32, 4, 0)
NONDET_INT(u64, 8, 0)
NONDET_INT(s8, 1, 1)
NONDET_INT(s16, 2, 1)
NONDET_INT(s32, 4, 1)
NONDET_INT(s64, 8, 1)
NONDET_INT(int8, 1, 1)
NONDET_INT(int16, 2, 1)
NONDET_INT(int32, 4, 1)
NONDET_INT(int64, 8, 1)
NONDET_INT(uint8, 1, 0)
NONDET_INT(uint16, 2, 0)
NONDET_INT(uint32, 4, 0)
NONDET_INT(uint64, 8, 0)
NONDET_INT(uint8_t, 1, 0)
NONDET_INT(uint16_t, 2, 0)
NONDET_INT(uint32_t, 4, 0)
NONDET_INT(uint64_t, 8, 0)
NONDET_INT(int8_t, 1, 1)
NONDET_INT(int16_t, 2, 1)
NONDET_INT(int32_t, 4, 1)
NONDET_INT(int64_t, 8, 1)
NONDET_INT(long, sizeof(long), 1)
NONDET_INT(ulong, sizeof(long), 0)
NONDET_INT(unsigned_long, sizeof(long), 0)
NONDET_INT(longlong, 8, 1)
NONDET_INT(ulonglong, 8, 0)
NONDET_INT(loff_t, 8, 1)
NONDET_INT(off_t, sizeof(off_t), 1)
NONDET_INT(size_t, sizeof(size_t), 0)
NONDET_INT(ssize_t, sizeof(size_t), 1)
NONDET_INT(ptrdiff_t, sizeof(size_t), 1)
NONDET_INT(time_t, sizeof(long), 1)
NONDET_INT(sector_t, sizeof(long), 0)
NONDET_INT(pthread_t, sizeof(long), 0)
NONDET_INT(pointer, sizeof(void *), 0)
NONDET_INT(charp, sizeof(void *), 0)
NONDET_INT(pchar, sizeof(void *), 0)
NONDET_INT(const_char_pointer, sizeof(void *), 0)

#define NONDET_OTHER(type, suffix)                                             \
  NONDET_VALUE(type, __VERIFIER_nondet_##suffix)                               \
  NONDET_VALUE(type, nondet_##suffix)

#define NONDET_VALUE(type, name)                                               \
  type name(void);                                                             \
  WEAK type name(void) {                                                       \
    type v = 0;                                                                \
    nondet_bytes(#name, &v, sizeof v, sizeof v);                               \
    return v;                                                                  \
  }

NONDET_OTHER(float, float)
NONDET_OTHER(double, double)
#ifdef __SIZEOF_INT128__
NONDET_OTHER(unsigned __int128, uint128)
NONDET_OTHER(__int128, int128)
#endif

void __VERIFIER_nondet_memory(void *object, size_t size);
WEAK void __VERIFIER_nondet_memory(void *object, size_t size) {
  const struct record *rec = next_record();
  if (!rec || rec->size != size)
    diverged("__VERIFIER_nondet_memory", size, rec);
  next_in_order++;
  memcpy(object, rec->bytes, size);
}

void __ESBMC_assume(_Bool condition);
WEAK void __ESBMC_assume(_Bool condition) {
  if (!condition)
    assumption_failed("__ESBMC_assume");
}

void __ESBMC_assert(_Bool condition, const char *description);
WEAK void __ESBMC_assert(_Bool condition, const char *description) {
  (void)description;
  if (!condition) {
    tell("error: __ESBMC_assert\n");
    abort();
  }
}

/* `assert` of a program that forgot its header. */
#undef assert
void assert(int condition);
WEAK void assert(int condition) {
  if (!condition) {
    tell("error: assert\n");
    abort();
  }
}

void __VERIFIER_assume(int condition);
WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    assumption_failed("__VERIFIER_assume");
}

/* Strong where EVERYPATH_OWN_ERRORS is set: the program's own definition, which
 * may be empty, was made weak by whoever linked it, because reaching the
 * function is the finding. */
#ifdef EVERYPATH_OWN_ERRORS
#define ERROR_LINKAGE
#else
#define ERROR_LINKAGE WEAK
#endif

void reach_error(void);
ERROR_LINKAGE void reach_error(void) {
  tell("error: reach_error\n");
  abort();
}

void __VERIFIER_error(void);
ERROR_LINKAGE void __VERIFIER_error(void) {
  tell("error: __VERIFIER_error\n");
  abort();
}

void __VERIFIER_assert(int condition);
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) {
    tell("error: __VERIFIER_assert\n");
    abort();
  }
}

/* ---- a chosen entry function -------------------------------------------- */

static const struct record *indexed(unsigned kind, uint32_t index) {
  load();
  for (uint32_t i = 0; i < record_count; i++)
    if (records[i].kind == kind && records[i].index == index)
      return &records[i];
  return NULL;
}

/* For the generated `main`: the bytes of scalar parameter `index`. In a
 * `.ktest` the parameters are the first objects, in order. */
void ep_replay_parameter(uint32_t index, const char *name, void *out, size_t size);
void ep_replay_parameter(uint32_t index, const char *name, void *out, size_t size) {
  const struct record *rec = indexed(PARAMETER, index);
  if (!rec) {
    rec = next_record();
    if (!rec || rec->kind != ANY)
      diverged(name, size, NULL);
    next_in_order++;
  }
  if (rec->size != size)
    diverged(name, size, rec);
  memcpy(out, rec->bytes, size);
}

/* A block of exactly this size, so that a sanitizer sees the first byte outside.
 * It is aligned for every type, vectors and what asks for more included. */
static void *block(size_t size) {
  void *made = NULL;
#ifdef EP_MEASURED
  /* Outside of the heap, with the note that the GNU C library keeps before a
   * block that it mapped by itself: the program may free it. */
  const size_t page = 4096, front = 64, word = sizeof(size_t);
  size_t all = (size + front + page - 1) / page * page;
  char *base = keep(all);
  if (base) {
    made = base + front;
    size_t skipped = front - 2 * word, note = (all - skipped) | 2;
    memcpy(base + skipped, &skipped, word);
    memcpy(base + skipped + word, &note, word);
  }
#else
  if (posix_memalign(&made, 64, size))
    made = NULL;
#endif
  if (!made)
    unreadable("replay", "out of memory");
  return made;
}

/* What the records of no bytes lie behind. */
static void *nothing;

/* A heap object of exactly so many bytes. Sanitizers give a block of none one
 * byte that may be read; the end of another block has none. */
static void *object_of(size_t size) {
  if (size)
    return block(size);
  void *made = block(16);
  memcpy(made, &nothing, sizeof nothing);
  nothing = made;
  return (char *)made + 16;
}

/* For the generated `main`: a heap object with exactly the recorded bytes, so
 * that a sanitizer sees the first byte outside; null when none was recorded. */
void *ep_replay_buffer(uint32_t index);
void *ep_replay_buffer(uint32_t index) {
  const struct record *rec = indexed(BUFFER, index);
  if (!rec) {
    rec = next_record();
    if (!rec || rec->kind != ANY)
      return NULL;
    next_in_order++;
  }
#ifdef EP_MEASURED
  void *buffer = object_of(rec->size);
#else
  void *buffer = rec->size ? malloc(rec->size) : object_of(0);
#endif
  if (!buffer)
    unreadable("replay", "out of memory");
  memcpy(buffer, rec->bytes, rec->size);
  return buffer;
}

/* ---- the initial heap ---------------------------------------------------- */

static void *const *functions;
static unsigned functions_each, function_types;
static uint32_t calls;

/* For the generated `main`: the functions that stand behind pointers, `each` of
 * each of `types` signatures. */
void ep_replay_functions(void *const *table, unsigned each, unsigned types);
void ep_replay_functions(void *const *table, unsigned each, unsigned types) {
  functions = table;
  functions_each = each;
  function_types = types;
}

static uint32_t word_at(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}

static const struct record *heap_object(uint32_t number) {
  const struct record *rec = indexed(BUFFER, number);
  return rec ? rec : indexed(OBJECT, number);
}

/* What a pointer's record points to. */
static void *target_of(const struct record *rec) {
  uint32_t a = word_at(rec->bytes + 14), b = word_at(rec->bytes + 18);
  if (rec->bytes[13] == 1) {
    const struct record *object = heap_object(a);
    return object ? object->made : NULL;
  }
  if (rec->bytes[13] == 2 && a < function_types && b < functions_each)
    return functions[a * functions_each + b];
  return NULL;
}

static const struct record *pointer_at(unsigned place, uint32_t number) {
  load();
  for (uint32_t i = 0; i < record_count; i++)
    if (records[i].kind == POINTED && records[i].size == 22 &&
        records[i].bytes[0] == place && word_at(records[i].bytes + 1) == number)
      return &records[i];
  return NULL;
}

/* Objects with the recorded bytes; then the pointers between them. */
static void build_heap(void) {
  static int built;
  if (built)
    return;
  built = 1;
  load();
  for (uint32_t i = 0; i < record_count; i++)
    if (records[i].kind == BUFFER || records[i].kind == OBJECT) {
      records[i].made = object_of(records[i].size);
      memcpy(records[i].made, records[i].bytes, records[i].size);
    }
  for (uint32_t i = 0; i < record_count; i++) {
    const struct record *rec = &records[i];
    if (rec->kind != POINTED || rec->size != 22 || rec->bytes[0] != 1)
      continue;
    const struct record *object = heap_object(word_at(rec->bytes + 1));
    uint64_t offset = (uint64_t)word_at(rec->bytes + 9) << 32 | word_at(rec->bytes + 5);
    void *target = target_of(rec);
    if (object && offset <= object->size && object->size - offset >= sizeof target)
      memcpy((char *)object->made + offset, &target, sizeof target);
  }
}

/* For the generated `main`: what pointer parameter `index` points to. */
void *ep_replay_pointer(uint32_t index);
void *ep_replay_pointer(uint32_t index) {
  build_heap();
  const struct record *rec = pointer_at(0, index);
  if (rec)
    return target_of(rec);
  rec = indexed(BUFFER, index);
  return rec ? rec->made : ep_replay_buffer(index);
}

/* For the generated `main`: what a call of a function behind a pointer returns;
 * zero where the program did not look at it. */
void ep_replay_returned(void *out, size_t size);
void ep_replay_returned(void *out, size_t size) {
  const struct record *rec = indexed(RETURNED, calls++);
  if (rec && rec->size <= size)
    memcpy(out, rec->bytes, rec->size);
}

void *ep_replay_returned_pointer(void);
void *ep_replay_returned_pointer(void) {
  const struct record *rec = pointer_at(2, calls++);
  return rec ? target_of(rec) : NULL;
}
