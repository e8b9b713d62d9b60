//! The stack that functions of the C library take, measured.
//!
//! Idea: there is no source to prove anything from, and their machine code is
//! full of indirect calls; so each function that the program calls is run with
//! arguments that make it work hard, in a process of its own, on a painted
//! stack. What a header or the compiler would put in place of a call must not
//! be measured in its stead. The numbers are marked as measured wherever they are printed. A
//! function that is not in the table has no number, and the mark that needs it
//! is unknown. Cost: one small program, built when a library is called.

use super::build::{call, MeasuredProgram};
use super::mathematics;
use super::posix::POSIX;
use crate::sandbox::{End, Job, NetworkCut, Trust};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// What is printed with `%f` and its like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Floats {
    /// Nothing.
    None,
    /// `double`.
    Double,
    /// `long double`.
    Long,
}

/// What the program's formats ask of functions that print and scan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formats {
    /// Of all floats that are printed, the widest.
    pub printed: Floats,
    /// What the functions that scan read, by their names in the standard; one that is
    /// not named may read anything.
    pub scanned: BTreeMap<String, Scanned>,
}

/// What a function that scans may read beside texts and numbers of few digits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Scanned {
    /// Floats.
    pub floats: bool,
    /// Numbers of so many digits that it makes a block for them.
    pub many_digits: bool,
}

impl Scanned {
    /// Nothing is known of it.
    pub const ANYTHING: Scanned = Scanned {
        floats: true,
        many_digits: true,
    };

    /// What either may read.
    pub fn or(self, other: Scanned) -> Scanned {
        Scanned {
            floats: self.floats || other.floats,
            many_digits: self.many_digits || other.many_digits,
        }
    }
}

/// The name of the standard: headers have functions that scan under others.
pub fn standard(name: &str) -> &str {
    let rest = name
        .strip_prefix("__isoc99_")
        .or_else(|| name.strip_prefix("__isoc23_"));
    rest.filter(|r| r.ends_with("scanf")).unwrap_or(name)
}

/// Functions and what makes them work: statements of C.
const TABLE: &[(&str, &str)] = &[
    ("malloc", "for (int i = 0; i < 200; i++) { p[i] = malloc(1ul << (i % 22)); } for (int i = 0; i < 200; i += 2) free(p[i]); for (int i = 0; i < 50; i++) p[i] = malloc(70000 + i * 1000);"),
    ("calloc", "for (int i = 0; i < 200; i++) p[i] = calloc(3, 1ul << (i % 20));"),
    ("realloc", "for (int i = 0; i < 200; i++) p[i] = malloc(100 + i); for (int i = 0; i < 200; i++) p[i] = realloc(p[i], 1ul << (i % 22)); for (int i = 0; i < 200; i++) p[i] = realloc(p[i], 20 + i);"),
    ("free", "for (int i = 0; i < 200; i++) free(p[(i * 7) % 200]); free(0);"),
    ("aligned_alloc", "p[0] = aligned_alloc(64, 4096); p[1] = aligned_alloc(4096, 1 << 20);"),
    ("posix_memalign", "posix_memalign(p, 64, 4096); posix_memalign(p, 4096, 1 << 20);"),
    ("strdup", "p[0] = strdup(text); p[1] = strdup(\"\");"),
    ("strndup", "p[0] = strndup(text, 100);"),
    ("memcpy", "for (int i = 0; i < 5000; i += 7) memcpy(buffer, text, i); memcpy(buffer + 1, buffer + 300000, 200000);"),
    ("memmove", "for (int i = 0; i < 5000; i += 7) memmove(buffer + 3, buffer, i); memmove(buffer + 1, buffer, 200000);"),
    ("memset", "for (int i = 0; i < 5000; i += 7) memset(buffer, i, i); memset(buffer, 0, 200000);"),
    ("memcmp", "for (int i = 0; i < 3000; i += 7) sink += memcmp(buffer, buffer + 4096, i);"),
    ("memchr", "sink += memchr(text, 255, 4000) != 0;"),
    ("strlen", "sink += strlen(text);"),
    ("strnlen", "sink += strnlen(text, 3000);"),
    ("strcmp", "sink += strcmp(text, text2);"),
    ("strncmp", "sink += strncmp(text, text2, 3000);"),
    ("strcasecmp", "sink += strcasecmp(text, text2);"),
    ("strcpy", "strcpy(buffer, text); strcpy(buffer, \"\");"),
    ("strncpy", "strncpy(buffer, text, 5000);"),
    ("strcat", "buffer[0] = 0; strcat(buffer, text); strcat(buffer, text);"),
    ("strncat", "buffer[0] = 0; strncat(buffer, text, 100);"),
    ("strchr", "sink += strchr(text, '\\1') != 0;"),
    ("strrchr", "sink += strrchr(text, 'a') != 0;"),
    ("strstr", "sink += strstr(text, \"zzzq\") != 0; sink += strstr(text, text2) != 0;"),
    ("strspn", "sink += strspn(text, \"abcd\");"),
    ("strcspn", "sink += strcspn(text, \"ABCD\");"),
    ("strpbrk", "sink += strpbrk(text, \"ABCD\") != 0;"),
    ("strtok", "strcpy(buffer, \"a b,c\"); for (char *t = strtok(buffer, \" ,\"); t; t = strtok(0, \" ,\")) sink++;"),
    ("strerror", "sink += strerror(2)[0]; sink += strerror(9999)[0];"),
    ("atoi", "sink += atoi(\"-12345678901234567890\");"),
    ("atol", "sink += atol(\"-12345678901234567890\");"),
    ("atof", "for (int i = 0; i < HARD; i++) sinkd += atof(floats[i]);"),
    ("strtol", "sink += strtol(\"  -0x7fffffffffffffffffff\", 0, 16); sink += strtol(\"12\", (char **)p, 0);"),
    ("__isoc23_strtol", "sink += strtol(\"  -0x7fffffffffffffffffff\", 0, 16);"),
    ("strtoul", "sink += strtoul(\"  99999999999999999999\", 0, 10);"),
    ("strtoll", "sink += strtoll(\"  99999999999999999999\", 0, 10);"),
    ("strtoull", "sink += strtoull(\"  99999999999999999999\", 0, 10);"),
    ("strtod", "for (int i = 0; i < HARD; i++) sinkd += strtod(floats[i], 0);"),
    ("printf", PRINT_STDOUT),
    ("vprintf", PRINT_STDOUT),
    ("__printf_chk", PRINT_STDOUT),
    ("fprintf", "fprintf(null, F, A); fprintf(stderr, F, A);"),
    ("vfprintf", "fprintf(null, F, A); fprintf(stderr, F, A);"),
    ("__fprintf_chk", "fprintf(null, F, A); fprintf(stderr, F, A);"),
    ("sprintf", "sprintf(buffer, F, A);"),
    ("__sprintf_chk", "sprintf(buffer, F, A);"),
    ("vsprintf", "sprintf(buffer, F, A);"),
    ("snprintf", "snprintf(buffer, 100, F, A); snprintf(0, 0, F, A);"),
    ("__snprintf_chk", "snprintf(buffer, 100, F, A); snprintf(0, 0, F, A);"),
    ("vsnprintf", "snprintf(buffer, 100, F, A); snprintf(0, 0, F, A);"),
    ("puts", "puts(text); puts(\"\");"),
    ("putchar", "for (int i = 0; i < 20000; i++) putchar('x');"),
    ("putc", "for (int i = 0; i < 20000; i++) putc('x', null);"),
    ("fputc", "for (int i = 0; i < 20000; i++) fputc('x', null);"),
    ("fputs", "fputs(text, null); fputs(text, stdout);"),
    ("fwrite", "fwrite(buffer, 1, 100000, null); fwrite(text, 1, 10, stderr);"),
    ("fflush", "fputs(text, stdout); fflush(stdout); fflush(0);"),
    ("perror", "errno = 2; perror(\"x\");"),
    ("getchar", "for (int i = 0; i < 10; i++) sink += getchar();"),
    ("fgetc", "for (int i = 0; i < 9000; i++) sink += fgetc(zero);"),
    ("getc", "for (int i = 0; i < 9000; i++) sink += getc(zero);"),
    ("fgets", "sink += fgets(buffer, 5000, zero) != 0; sink += fgets(buffer, 100, stdin) != 0;"),
    ("fread", "sink += fread(buffer, 1, 100000, zero); sink += fread(buffer, 1, 3, zero);"),
    ("fopen", "p[0] = fopen(\"/dev/null\", \"r\"); p[1] = fopen(\"/none/none\", \"w\");"),
    ("fclose", "FILE *f = fopen(\"/dev/null\", \"w\"); fputs(text, f); fclose(f);"),
    ("getline", "char *l = 0; size_t n = 0; sink += getline(&l, &n, text_file);"),
    ("asprintf", "char *l = 0; sink += asprintf(&l, F, A);"),
    ("read", "sink += read(0, buffer, 10);"),
    ("write", "sink += write(1, buffer, 10);"),
    ("open", "sink += open(\"/dev/null\", 0);"),
    ("close", "sink += close(77);"),
    ("exit", "exit(0);"),
    ("_exit", "_exit(0);"),
    ("_Exit", "_Exit(0);"),
    ("quick_exit", "quick_exit(0);"),
    ("setjmp", "sink += _setjmp(env);"),
    ("_setjmp", "sink += _setjmp(env);"),
    ("__sigsetjmp", "sink += sigsetjmp(signals, 0); sink += sigsetjmp(signals, 1);"),
    ("longjmp", "if (!_setjmp(env)) longjmp(env, 1);"),
    ("_longjmp", "if (!_setjmp(env)) longjmp(env, 1);"),
    ("siglongjmp", "if (!sigsetjmp(signals, 0)) siglongjmp(signals, 1); if (!sigsetjmp(signals, 1)) siglongjmp(signals, 1);"),
    ("abort", "abort();"),
    ("__assert_fail", "__assert_fail(\"x > 0\", \"file.c\", 1, \"f\");"),
    ("atexit", "for (int i = 0; i < 100; i++) atexit(nothing);"),
    ("__cxa_atexit", "for (int i = 0; i < 100; i++) atexit(nothing);"),
    ("rand", "for (int i = 0; i < 1000; i++) sink += rand();"),
    ("srand", "srand(7);"),
    ("random", "for (int i = 0; i < 1000; i++) sink += random();"),
    ("srandom", "srandom(7);"),
    ("abs", "sink += abs((int)sink);"),
    ("labs", "sink += labs(sink);"),
    ("time", "sink += time(0);"),
    ("clock", "sink += clock();"),
    ("getenv", "sink += getenv(\"PATH\") != 0; sink += getenv(\"NONE\") != 0;"),
    ("toupper", "for (int i = -1; i < 256; i++) sink += toupper(i);"),
    ("tolower", "for (int i = -1; i < 256; i++) sink += tolower(i);"),
    ("isalpha", "for (int i = -1; i < 256; i++) sink += (isalpha)(i);"),
    ("isdigit", "for (int i = -1; i < 256; i++) sink += (isdigit)(i);"),
    ("isspace", "for (int i = -1; i < 256; i++) sink += (isspace)(i);"),
    ("__ctype_b_loc", "sink += (*__ctype_b_loc())[65];"),
    ("__ctype_toupper_loc", "sink += (*__ctype_toupper_loc())[65];"),
    ("__ctype_tolower_loc", "sink += (*__ctype_tolower_loc())[65];"),
    ("__errno_location", "sink += errno;"),
    ("qsort", "for (int s = 1; s < 1024; s++) qsort(buffer, 1023 / s, s, compare); for (int i = 0; i < 2000; i++) numbers[i] = (i * 7919) % 2000; qsort(numbers, 2000, sizeof *numbers, compare); qsort(buffer, 250, 1000, compare); qsort(buffer, (1 << 20) - 8, 1, compare); qsort(numbers, 3, sizeof *numbers, compare);"),
    ("bsearch", "for (int i = 0; i < 2000; i++) numbers[i] = i; int k = 5; sink += bsearch(&k, numbers, 2000, sizeof *numbers, compare) != 0;"),
    ("signal", "signal(SIGUSR1, SIG_IGN);"),
    ("sscanf", SCAN_TEXT),
    ("__isoc99_sscanf", SCAN_TEXT),
    ("__isoc23_sscanf", SCAN_TEXT),
    ("vsscanf", SCAN_TEXT),
    ("__isoc99_vsscanf", SCAN_TEXT),
    ("scanf", SCAN_STDIN),
    ("__isoc99_scanf", SCAN_STDIN),
    ("__isoc23_scanf", SCAN_STDIN),
];

/// What has to be there before a function is run, and is not painted. It is
/// left out where nothing was allocated yet: then there is nothing to free, and
/// nothing to write at the end.
const BEFORE: &[(&str, &str)] = &[
    (
        "free",
        "for (int i = 0; i < 200; i++) p[i] = malloc(1ul << (i % 22));",
    ),
    // More handlers than have room without a block, and streams with text.
    (
        "exit",
        "for (int i = 0; i < 100; i++) atexit(nothing); fputs(text, stdout); fputs(text, null); sink += fgetc(zero);",
    ),
];

/// Numbers, texts and sets; behind [`READ_FLOATS`] each float that [`HEAD`] has; behind
/// [`READ_MANY`] numbers of so many digits that the library makes a block for them,
/// which takes more of the stack than the conversion.
const SCAN_TEXT: &str = "sink += sscanf(\"-12345678901 abc\", \"%d %19s\", &a, s); sink += sscanf(\"0x7f ab z\", \"%i %19[a-z] %c\", &a, s, s); /*floats*/ for (int i = 0; i < HARD; i++) sink += sscanf(floats[i], \"%lf\", &d); /*many*/ for (int i = 0; i < MANY; i++) sink += sscanf(many(i), \"%d\", &a); /*both*/ for (int i = 0; i < MANY; i++) sink += sscanf(many_hexadecimal(i), \"%lf\", &d);";
const SCAN_STDIN: &str = "feed(\"-12345678901 abc 0x7f ab z\"); dup2(fed, 0); sink += scanf(\"%d %19s\", &a, s); sink += scanf(\"%i %19[a-z] %c\", &a, s, s); /*floats*/ for (int i = 0; i < HARD; i++) { feed(floats[i]); dup2(fed, 0); clearerr(stdin); sink += scanf(\"%lf\", &d); } /*many*/ for (int i = 0; i < MANY; i++) { feed(many(i)); dup2(fed, 0); clearerr(stdin); sink += scanf(\"%d\", &a); } /*both*/ for (int i = 0; i < MANY; i++) { feed(many_hexadecimal(i)); dup2(fed, 0); clearerr(stdin); sink += scanf(\"%lf\", &d); }";
const READ_FLOATS: &str = "/*floats*/";
/// What they read into.
const SCAN_INTO: &str = "int a; double d; char s[20]; ";
const READ_MANY: &str = "/*many*/";
/// Floats with so many digits.
const READ_BOTH: &str = "/*both*/";

/// What is printed alone and first, so that the stream makes its buffer below what
/// the conversion takes: by what a program can print.
const FIRST: &[(Floats, &str)] = &[
    (Floats::None, "\"%*d\", 100000, 5"),
    (Floats::None, "\"%.60000d\", 5"),
    (Floats::None, "\"%5000s %m\", \"\""),
    (Floats::Double, "\"%f\", largest"),
    (Floats::Double, "\"%.40f\", largest"),
    (Floats::Double, "\"%05000f\", largest"),
    (Floats::Double, "\"%.40f\", smallest"),
    (Floats::Double, "\"%.40e\", smallest"),
    (Floats::Double, "\"%+'.3f\", largest"),
    (Floats::Double, "\"%.40g\", largest"),
    (Floats::Double, "\"%.40a\", largest"),
    (Floats::Long, "\"%Lf\", long_largest"),
    (Floats::Long, "\"%.40Lf\", long_largest"),
    (Floats::Long, "\"%05000Lf\", long_largest"),
    (Floats::Long, "\"%.40Le\", long_smallest"),
    (Floats::Long, "\"%.40Lf\", long_smallest"),
    (Floats::Long, "\"%.40La\", long_largest"),
];

/// The statements of a function that prints, once for each of [`FIRST`]; those of a
/// function that scans, once for each kind of what it reads; and those of any other one
/// as they are.
fn variants(name: &str, body: &str, formats: &Formats) -> Vec<String> {
    let scanned = formats.scanned.get(standard(name)).copied();
    let mut out = scanning(body, scanned.unwrap_or(Scanned::ANYTHING));
    if body.contains("F, A") {
        let can = (FIRST.iter()).filter(|(needs, _)| *needs <= formats.printed);
        out.extend(can.map(|(_, what)| body.replace("F, A", what)));
    }
    out
}

/// The statements of a function that scans as far as it reads, and each kind of what it
/// reads alone, since a block that is there already makes a later one cost less; those
/// of any other function as they are.
fn scanning(body: &str, reads: Scanned) -> Vec<String> {
    let Some((short, more)) = body.split_once(READ_FLOATS) else {
        return vec![body.to_owned()];
    };
    let (floats, more) = more.split_once(READ_MANY).unwrap_or((more, ""));
    let (many, both) = more.split_once(READ_BOTH).unwrap_or((more, ""));
    let kinds = [
        (floats, reads.floats),
        (many, reads.many_digits),
        (both, reads.floats && reads.many_digits),
    ];
    let read = kinds.iter().filter(|(_, is)| *is).map(|(part, _)| *part);
    let whole: String = std::iter::once(short).chain(read.clone()).collect();
    let alone = read.map(|part| format!("{SCAN_INTO}{part}"));
    std::iter::once(format!("{SCAN_INTO}{whole}"))
        .chain(alone)
        .collect()
}

const PRINT_STDOUT: &str =
    "printf(F, A); for (int i = 0; i < 500; i++) printf(\"%d %s\\n\", i, text);";

const HEAD: &str = r#"
#define _GNU_SOURCE
#include <complex.h>
#include <ctype.h>
#include <err.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
void __assert_fail(const char *, const char *, unsigned, const char *);
#undef toupper
#undef tolower
static void *volatile p[256];
static volatile long sink;
static volatile double sinkd, one = 1;
static char buffer[1 << 20], text[4200], text2[4200];
static const char *hard = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880.5000000000000000000000000000000000000000000001";
/* What needs long numbers to be read: many digits, a large and a small exponent,
 * more digits than any number has, and each of both. */
static char digits[900], hexadecimal[480];
static const char *floats[] = {0, "1e-320", "123456789.123456789123456789123456789e-290", "1.2345678901234567890123456789e-4900", "1.2345678901234567890123456789e4900", "0x1.fffffffffffff8p-1060", hexadecimal, digits};
enum { HARD = sizeof floats / sizeof *floats };
static volatile double largest = 1.7976931348623157e308, smallest = 5e-324;
static volatile long double long_largest = 1.18973149535723176502e4932L, long_smallest = 1e-4940L;
/* A file with a text in it. */
static int fed;
static void feed(const char *what) {
  fed = memfd_create("fed", 0);
  if (fed < 0) _exit(1);
  write(fed, what, strlen(what));
  write(fed, "\n", 1);
  lseek(fed, 0, SEEK_SET);
}
/* A number of many digits: the block for it is the first, one that grows, one that
 * the heap has to grow for, and one outside of it. */
enum { MANY = 7 };
static const char *many(int i) {
  static const int lengths[MANY] = {1000, 1100, 2100, 5000, 40000, 100000, 1000000};
  static char sevens[1000001];
  memset(sevens, '7', sizeof sevens - 1);
  sevens[lengths[i]] = 0;
  return sevens;
}
/* The same as a hexadecimal float, which goes deeper than a decimal one. */
static const char *many_hexadecimal(int i) {
  static char text[1000003];
  size_t n = strlen(many(i));
  memset(text, 'f', n + 2);
  text[0] = '0';
  text[1] = 'x';
  text[n + 2] = 0;
  return text;
}
static int numbers[2000];
static FILE *null, *zero, *text_file;
static jmp_buf env;
static sigjmp_buf signals;
static void nothing(void) {}
static void *started(void *x) { return x; }
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
#define F0 "%d %ld %s %c %x %p %o %08d %+5d %*d %-1200d %%\n"
#define A0 42, (long)-1234567890123456789ll, text, 'c', 255u, (void *)text, 8u, 5, 6, 9, 7, 7
#if FLOATS >= 2
#define F "%10.3f %g %e %f %Lf %a %.40f " F0
#define A one * 3.14159, one * 1e308, one / 3, one * 1e308, (long double)one * 1e4000L, one, one / 3, A0
#elif FLOATS == 1
#define F "%10.3f %g %e %f %a %.40f " F0
#define A one * 3.14159, one * 1e308, one / 3, one * 1e308, one, one / 3, A0
#else
#define F F0
#define A A0
#endif
"#;

/// Notes where the return address of a call lies: what a probe takes itself is
/// no part of the number.
pub(super) const HERE: &str = r#"
long *probe_at;
extern void probe_here(void);
#ifdef __x86_64__
__asm__(".text\n.globl probe_here\nprobe_here: movq probe_at(%rip), %rax\n\tmovq %rsp, (%rax)\n\tret\n");
#else
__asm__(".text\n.globl probe_here\nprobe_here: movl probe_at, %eax\n\tmovl %esp, (%eax)\n\tret\n");
#endif
"#;

/// Texts and files that probes use.
const SET_UP: &str = r#"  memset(hexadecimal, 'f', sizeof hexadecimal - 1);
  memcpy(hexadecimal, "0x1.", 4);
  memcpy(hexadecimal + sizeof hexadecimal - 7, "p-1070", 6);
  memset(digits, '7', sizeof digits - 6);
  memcpy(digits + sizeof digits - 6, "e-600", 6);
  floats[0] = hard;
  memset(text, 'a', sizeof text - 1);
  memset(text2, 'a', sizeof text2 - 2);
  null = fopen("/dev/null", "w");
  zero = fopen("/dev/zero", "r");
  text_file = fopen("/proc/self/maps", "r");
"#;

const TAIL: &str = r#"
enum { ROOM = 1 << 18, WAYS = 8 };
static long *answer;
/* Two paints at each of the alignments that a call leaves open below a line of
 * the cache: functions that save vector registers, and those that start
 * threads, align their frames. */
static long shift;
static unsigned char way(int k) {
  shift = 16 * (k / 2);
  return k & 1 ? 0x5a : 0xa5;
}
/* From where the function that is probed has its return address. */
static long below(unsigned char *room, unsigned char with) {
  long at = 0;
  while (at < ROOM && room[at] == with) at++;
  return probe_at[0] - (long)(room + at);
}
static long paint(void (*f)(void), unsigned char with) {
  static unsigned char room[ROOM] __attribute__((aligned(4096)));
  memset(room, with, sizeof room);
  unsigned char *top = room + ROOM - 4096 - shift;
#ifdef __x86_64__
  __asm__ volatile("movq %%rsp, %%rbx\n\tmovq %1, %%rsp\n\tcall *%0\n\tmovq %%rbx, %%rsp"
                   : "+a"(f) : "r"(top)
                   : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
#else
  __asm__ volatile("movl %%esp, %%esi\n\tmovl %1, %%esp\n\tcall *%0\n\tmovl %%esi, %%esp"
                   : "+a"(f) : "D"(top) : "esi", "ecx", "edx", "memory", "cc");
#endif
  return below(room, with);
}
static unsigned char *shared;
/* For functions that do not return: the room is shared with the parent. */
static long ending(void (*before)(void), void (*f)(void), unsigned char with) {
  memset(shared, with, ROOM);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    if (before) before();
    unsigned char *top = shared + ROOM - 4096 - shift;
#ifdef __x86_64__
    __asm__ volatile("movq %0, %%rsp\n\tcall *%1" : : "r"(top), "r"(f) : "memory");
#else
    __asm__ volatile("movl %0, %%esp\n\tcall *%1" : : "r"(top), "r"(f) : "memory");
#endif
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  return below(shared, with);
}
/* In a process of its own; -1 if it does not come back. */
static long forked(void (*f)(void), unsigned char with) {
  *answer = -1;
  pid_t child = fork();
  if (child == 0) {
    *answer = paint(f, with);
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  return *answer;
}
static void set_up(void) {
  SET_UP
  int quiet = open("/dev/null", O_RDWR);
  dup2(quiet, 0); dup2(quiet, 2);
}
int main(void) {
  int out = dup(1);
  shared = mmap(0, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  answer = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  probe_at = answer + 8;
  int null_out = open("/dev/null", O_WRONLY);
  dup2(null_out, 1);
  memset(text, 'a', sizeof text - 1);
  memset(text2, 'a', sizeof text2 - 2);
  memset(hexadecimal, 'f', sizeof hexadecimal - 1);
  memcpy(hexadecimal, "0x1.", 4);
  memcpy(hexadecimal + sizeof hexadecimal - 7, "p-1070", 6);
  memset(digits, '7', sizeof digits - 6);
  memcpy(digits + sizeof digits - 6, "e-600", 6);
  floats[0] = hard;
  /* Before anything was allocated: what comes first makes the heap, below
   * itself. What needs a file ends here and is told by `making`. */
  enum { COUNT = sizeof probes / sizeof *probes };
  static long fresh[COUNT];
  for (unsigned i = 0; i < COUNT; i++) {
    fresh[i] = -1;
    for (int k = 0; k < WAYS; k++) {
      unsigned char with = way(k);
      long n = probes[i].ends ? ending(0, probes[i].f, with)
                              : forked(probes[i].f, with);
      if (n > fresh[i]) fresh[i] = n;
    }
  }
  long making = forked(probe_first, way(0));
  set_up();
  making -= forked(probe_first, 0xa5);
  if (making < 0) making = 0;
  for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++) {
    long most = -1;
    if (probes[i].ends) {
      for (int k = 0; k < WAYS; k++) {
        long n = ending(probes[i].before, probes[i].f, way(k));
        if (n > most) most = n;
      }
    } else {
      for (int k = 0; k < WAYS; k++) {
        unsigned char with = way(k);
        *answer = -1;
        pid_t child = fork();
        if (child == 0) {
          probes[i].before();
          long a = paint(probes[i].f, with);
          probes[i].before();
          long b = paint(probes[i].f, with);
          *answer = a > b ? a : b;
          _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (*answer < 0) { most = -1; break; }
        if (*answer > most) most = *answer;
      }
    }
    if (most >= 0 && fresh[i] < 0) most += making;
    if (most >= 0 && fresh[i] > most) most = fresh[i];
    dprintf(out, "%s %ld\n", probes[i].name, most < 0 ? -1 : most);
  }
  _exit(0);
}
"#;

/// Functions of streams that make a buffer when they are first used.
pub const STREAMS: [&str; 11] = [
    "puts", "putchar", "printf", "fputs", "fputc", "putc", "fprintf", "getchar", "fgetc", "getc",
    "fgets",
];

/// A source with the probes of those of the names that are functions of
/// streams, for a program that runs them in a heap of its own making.
pub(super) fn streams(names: &[String]) -> String {
    let here = STREAMS.iter().filter(|n| names.iter().any(|x| x == *n));
    let wanted: Vec<_> = here
        .filter_map(|n| TABLE.iter().find(|t| t.0 == *n))
        .collect();
    let mut c = String::from(HEAD);
    c.push_str("extern void probe_here(void);\n");
    for (i, (_, body)) in wanted.iter().enumerate() {
        let _ = writeln!(
            c,
            "static void probe{i}(void) {{ probe_here(); {body} __asm__ volatile(\"\"); }}"
        );
    }
    let of = |f: &dyn Fn(usize, &str) -> String| -> String {
        let parts = wanted.iter().enumerate().map(|(i, t)| f(i, t.0));
        parts.collect::<Vec<_>>().join(", ")
    };
    let functions = of(&|i, _| format!("probe{i}"));
    let names = of(&|_, n| format!("\"{n}\""));
    let count = wanted.len();
    let _ = writeln!(
        c,
        "void (*const stream[])(void) = {{{functions}, 0}};\n\
         const char *const stream_name[] = {{{names}, 0}};\n\
         const int streams = {count};\n\
         void streams_open(void) {{\n{SET_UP}}}\n\
         void streams_begin(void) {{\n\
         int quiet = open(\"/dev/null\", O_RDWR);\n\
         dup2(quiet, 0); dup2(quiet, 1); dup2(quiet, 2);\n}}"
    );
    c
}

/// The bytes of the array that probes sort.
const ROOM: u64 = (1 << 20) - 8;

/// Statements that sort arrays of at most so many elements of a size: those,
/// smaller ones, and one that just fits on the stack, where glibc copies what
/// has less than 1,024 bytes. None where the arrays are larger than the probe's.
fn sorting(sorted: &[(u64, u64)]) -> Option<String> {
    let fits = |(n, s): &(u64, u64)| n.checked_mul(*s).is_some_and(|b| b <= ROOM);
    (!sorted.is_empty() && sorted.iter().all(fits)).then_some(())?;
    let mut c = String::new();
    for (n, s) in sorted {
        let _ = write!(
            c,
            "for (long n = {n}; n > 0; n -= (n + 7) / 8) qsort(buffer, n, {s}, compare); "
        );
        let small = 1023 / s;
        if small < *n {
            let _ = write!(c, "qsort(buffer, {small}, {s}, compare); ");
        }
    }
    Some(c)
}

/// Whether the number of `qsort` can be one for these arrays.
pub fn sorts(sorted: &[(u64, u64)]) -> bool {
    sorting(sorted).is_some()
}

/// Whether a function of this name is one that can be measured.
pub fn measurable(name: &str) -> bool {
    TABLE.iter().chain(POSIX).any(|(n, _)| *n == name) || mathematics::probe(name).is_some()
}

/// Measures those of the names that are in the table: bytes below the return
/// address.
pub fn measure(
    program: &MeasuredProgram,
    folder: &Path,
    names: &[String],
    (formats, sorted): (&Formats, &[(u64, u64)]),
    network: NetworkCut,
) -> Result<BTreeMap<String, u64>, String> {
    let sorting = sorting(sorted);
    let mut wanted: Vec<(&str, String)> = TABLE
        .iter()
        .chain(POSIX)
        .filter(|(n, _)| names.iter().any(|x| x == n))
        .flat_map(|(n, body)| variants(n, body, formats).into_iter().map(move |b| (*n, b)))
        .collect();
    let others = names.iter().filter(|n| wanted.iter().all(|w| w.0 != **n));
    let others: Vec<(&str, String)> = others
        .filter_map(|n| Some((n.as_str(), mathematics::probe(n)?)))
        .collect();
    wanted.extend(others);
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut c = String::from(HEAD);
    c.push_str(HERE);
    c.push_str("static void probe_first(void) { probe_here(); p[0] = malloc(100); __asm__ volatile(\"\"); }\n");
    for (i, (name, body)) in wanted.iter().enumerate() {
        let before = BEFORE.iter().find(|b| b.0 == *name).map_or("", |b| b.1);
        let body = match (*name, &sorting) {
            ("qsort", Some(own)) => own,
            _ => body,
        };
        let _ = writeln!(
            c,
            "static void before{i}(void) {{ {before} }}\n\
             static void probe{i}(void) {{ probe_here(); {body} __asm__ volatile(\"\"); }}"
        );
    }
    c.push_str(
        "static const struct { const char *name; void (*f)(void), (*before)(void); int ends; } probes[] = {\n",
    );
    for (i, (name, _)) in wanted.iter().enumerate() {
        let ends = matches!(
            *name,
            "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "__assert_fail" | "err" | "errx"
        );
        let _ = writeln!(
            c,
            "  {{\"{name}\", probe{i}, before{i}, {}}},",
            u8::from(ends)
        );
    }
    c.push_str("};\n");
    c.push_str(&TAIL.replace("  SET_UP\n", SET_UP));
    let mut args: Vec<String> = [
        "-O1",
        "-fomit-frame-pointer",
        "-fno-builtin",
        // Headers have bodies of some functions (`bsearch`, `toupper`,
        // `getchar`) for the optimiser: those would take nothing here.
        "-D__NO_INLINE__",
        "-w",
        "-U_FORTIFY_SOURCE",
    ]
    .map(String::from)
    .to_vec();
    args.push(format!("-DFLOATS={}", formats.printed as u8));
    if program.m32 {
        args.push("-m32".into());
    }
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let key = program.key(&words, &["library", &c, &format!("{network:?}")]);
    if let Some(said) = key.as_ref().and_then(|(kept, key)| kept.get(key)) {
        return Ok(numbers(&said));
    }
    let source = folder.join("probe.c");
    let binary = folder.join("probe");
    fs::write(&source, c).map_err(|e| format!("cannot write {}: {e}", source.display()))?;
    args.extend([
        source.display().to_string(),
        "-o".into(),
        binary.display().to_string(),
    ]);
    args.extend(["-no-pie", "-Wl,-z,now", "-lm", "-lpthread"].map(String::from));
    call(&program.compiler, &args, "gcc or clang-19")?;
    let ran = Job {
        program: &binary,
        argv: &[b"probe".to_vec()],
        env: Some(vec![("PATH", "/usr/bin:/bin".into()), ("LANG", "C".into())]),
        folder: Some(folder),
        stdin: None,
        time: Duration::from_secs(30),
        address_space: None,
        processes: None,
        file_size: Some(16 << 20),
        stack: Some(8 << 20),
        output: 1 << 16,
        trust: Trust::Tool(network),
        stop: program.stop.clone(),
    }
    .run()
    .map_err(|e| format!("the probe of the library cannot be started: {e}"))?;
    if program.stop.now() && matches!(ran.end, End::TimedOut(_)) {
        return Err("functions of the library were not measured in the time there was".into());
    }
    if ran.end != End::Exited(0) {
        return Err(format!("the probe of the library failed: {:?}", ran.end));
    }
    let found = numbers(&ran.stdout);
    // One that did not come back may do so the next time.
    let all = wanted.iter().all(|(name, _)| found.contains_key(*name));
    if let (Some((kept, key)), true) = (key, all) {
        kept.put(&key, &ran.stdout);
    }
    Ok(found)
}

/// What a probe said. A function that did not come back once has no number.
fn numbers(said: &[u8]) -> BTreeMap<String, u64> {
    let mut out: BTreeMap<String, Option<u64>> = BTreeMap::new();
    for line in String::from_utf8_lossy(said).lines() {
        if let Some((name, n)) = line.split_once(' ') {
            let n = n.parse::<u64>().ok();
            let most = out.entry(name.to_string()).or_insert(Some(0));
            *most = most.zip(n).map(|(a, b)| a.max(b));
        }
    }
    let known = |(name, n): (String, Option<u64>)| Some((name, n?));
    out.into_iter().filter_map(known).collect()
}
