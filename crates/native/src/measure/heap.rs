//! The stack of `malloc` and its kin in a small heap that is there already,
//! measured.
//!
//! Idea: the first call makes the heap, which takes the most; later ones take a
//! third of that as long as the heap need not grow and no large block is
//! freed. What they take then depends on how large the blocks are and how many
//! live at one time, and the analysis of the heap has bounds for both. So each
//! operation is painted by itself while random ones follow each other within
//! these bounds: of any size, of one size, of two, freed in any order. The
//! numbers are measured, as those of [`super::library`]. What must never
//! happen: a number for a heap that may have to grow. Cost: one small program
//! and a tenth of a second.

use super::build::{call, MeasuredProgram};
use super::library::{self, Floats, HERE};
use crate::sandbox::{End, Job, NetworkCut, Trust};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The most bytes of blocks for which the first piece of the heap (132 KiB) is
/// taken to be enough, whatever the order in which they come and go.
const ROOM: u64 = 32 << 10;

const PROBE: &str = r#"
enum { ROOM = 6144, ABOVE = 2048 };
static void *volatile p[BLOCKS];
static volatile int slot;
static volatile unsigned long size;
static char text[LARGEST + 1];
static long at_here;
long *probe_at = &at_here;
#define END __asm__ volatile("")
static void f_malloc(void) { probe_here(); p[slot] = malloc(size); END; }
static void f_calloc(void) { probe_here(); p[slot] = calloc(1, size); END; }
static void f_realloc(void) { probe_here(); p[slot] = realloc(p[slot], size); END; }
static void f_free(void) { probe_here(); free(p[slot]); END; }
static void f_strdup(void) { probe_here(); p[slot] = strdup(text + LARGEST - (size - 1)); END; }
static void f_strndup(void) { probe_here(); p[slot] = strndup(text, size - 1); END; }
static void (*const f[])(void) = {f_malloc, f_calloc, f_realloc, f_free, f_strdup, f_strndup};
static const char *const name[] = {"malloc", "calloc", "realloc", "free", "strdup", "strndup"};
extern void (*const stream[])(void);
extern const char *const stream_name[];
extern const int streams;
extern void streams_open(void), streams_begin(void);
static long *most;
/* Frames may align themselves: calls begin at each place of a line of the
 * cache in turn, twice each, for both paints. */
static unsigned turn;
static long painted(void (*g)(void), unsigned char *room, long size, unsigned char with) {
  memset(room, with, (unsigned long)size);
  unsigned char *top = room + size - ABOVE - 16 * (turn++ / 2 & 3);
#ifdef __x86_64__
  __asm__ volatile("movq %%rsp, %%rbx\n\tmovq %1, %%rsp\n\tcall *%0\n\tmovq %%rbx, %%rsp"
                   : "+a"(g) : "r"(top)
                   : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
#else
  __asm__ volatile("movl %%esp, %%esi\n\tmovl %1, %%esp\n\tcall *%0\n\tmovl %%esi, %%esp"
                   : "+a"(g) : "D"(top) : "esi", "ecx", "edx", "memory", "cc");
#endif
  long at = 0;
  while (at < size && room[at] == with) at++;
  if (at == 0) _exit(3);
  return probe_at[0] - (long)(room + at);
}
static void paint(int k, unsigned char with) {
  static unsigned char room[ROOM] __attribute__((aligned(4096)));
  long n = painted(f[k], room, ROOM, with);
  if (n > most[k]) most[k] = n;
}
/* In a copy of the process, for the first time there and again. */
static void paint_stream(int k, long *answer) {
  enum { WIDE = 1 << 17 };
  static unsigned char room[WIDE] __attribute__((aligned(4096)));
  for (int i = 0; i < 8; i++) {
    pid_t child = fork();
    if (child == 0) {
      unsigned char with = i & 1 ? 0xa5 : 0x5a;
      streams_begin();
      for (int again = 0; again < 2; again++) {
        turn = (unsigned)i;
        long n = painted(stream[k], room, WIDE, with);
        if (n > *answer) *answer = n;
      }
      _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    if (status != 0) _exit(5);
  }
}
static unsigned state = 12345;
static unsigned long pick(unsigned long n) {
  state = state * 1103515245u + 12345u;
  return (state >> 8) % n;
}
int main(void) {
  static const unsigned long sizes[] = {1, LARGEST / 2, LARGEST};
  memset(text, 'a', LARGEST);
  long *answers = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  /* Each as the first of all. */
  most = answers;
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 24; i++) {
      pid_t child = fork();
      if (child == 0) { turn = (unsigned)i; size = sizes[i / 8]; paint(k, i & 1 ? 0xa5 : 0x5a); _exit(0); }
      int status = 1;
      waitpid(child, &status, 0);
      if (status != 0) _exit(4);
    }
  most = answers + 6;
  long *stream_most = answers + 12;
  if (streams) streams_open();
  free(malloc(10));
  for (int round = 0; round < 400; round++) {
    unsigned long one = 1 + pick(LARGEST), other = 1 + pick(LARGEST);
    int kind = (int)pick(5), live = 1 + (int)pick(BLOCKS);
    if (round == 200) sink = (long)malloc(1024) + (long)malloc(4096);
    for (int i = 0; i < 100; i++) {
      unsigned char with = i & 1 ? 0xa5 : 0x5a;
      slot = (int)pick((unsigned long)live);
      switch (kind) {
      case 0: size = 1 + pick(LARGEST); break;
      case 1: size = one; break;
      case 2: size = pick(2) ? one : other; break;
      case 3: size = 1 + pick(1 + (LARGEST >> pick(8))); break;
      default: size = LARGEST; break;
      }
      if (size > LARGEST) size = LARGEST;
      if (p[slot]) {
        if (pick(4) == 0) paint(2, with);
        else { paint(3, with); p[slot] = 0; }
      } else {
        static const int make[] = {0, 0, 1, 2, 4, 5};
        paint(make[pick(6)], with);
      }
      if (i == 50 && round % 8 == 3)
        for (int k = 0; k < streams; k++) paint_stream(k, stream_most + k);
    }
    if (round & 1)
      for (slot = 0; slot < BLOCKS; slot++) { if (p[slot]) paint(3, 0xa5); p[slot] = 0; }
    else
      for (slot = BLOCKS - 1; slot >= 0; slot--) { if (p[slot]) paint(3, 0x5a); p[slot] = 0; }
  }
  for (int k = 0; k < 6; k++) printf("%s %ld %ld\n", name[k], answers[k], most[k]);
  for (int k = 0; k < streams; k++) printf("%s - %ld\n", stream_name[k], stream_most[k]);
  fflush(stdout);
  _exit(0);
}
"#;

/// What an allocating function takes of the stack in a small heap, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InUse {
    /// Whether or not it is the first of all; none for functions of streams,
    /// of which [`super::library`] says that.
    pub any: Option<u64>,
    /// Once the heap is there.
    pub later: u64,
}

/// What `malloc` and its kin, and those of the names that are functions of
/// streams, take below their return address once the heap is there, while at
/// most `blocks` blocks of at most `largest` bytes live; none where the heap may
/// have to grow.
pub fn measure(
    program: &MeasuredProgram,
    folder: &Path,
    (largest, blocks): (u64, u64),
    (names, floats): (&[String], Floats),
    network: NetworkCut,
) -> Result<BTreeMap<String, InUse>, String> {
    if largest > ROOM {
        return Ok(BTreeMap::new());
    }
    // A block more: what grows is there twice for a moment.
    let (largest, blocks) = (
        largest.max(16).next_multiple_of(16),
        blocks.saturating_add(1),
    );
    if largest.saturating_mul(blocks) > ROOM || blocks > 512 {
        return Ok(BTreeMap::new());
    }
    let c = format!(
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #include <sys/mman.h>\n#include <sys/wait.h>\n#include <unistd.h>\nextern void probe_here(void);\nstatic volatile long sink;\n\
         #define BLOCKS {blocks}\n#define LARGEST {largest}\n{HERE}{PROBE}"
    )
    .replace("long *probe_at;\n", "extern long *probe_at;\n");
    let streams = library::streams(names);
    let flags = ["-O1", "-fomit-frame-pointer", "-fno-builtin", "-w"];
    let mut args: Vec<String> = flags.map(String::from).to_vec();
    args.push("-D__NO_INLINE__".into());
    args.push(format!("-DFLOATS={}", floats as u8));
    args.push("-U_FORTIFY_SOURCE".into());
    if program.m32 {
        args.push("-m32".into());
    }
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let key = program.key(&words, &["heap", &c, &streams]);
    if let Some(said) = key.as_ref().and_then(|(kept, key)| kept.get(key)) {
        return Ok(numbers(&said));
    }
    let beside = folder.join("streams.c");
    fs::write(&beside, streams).map_err(|e| format!("cannot write {}: {e}", beside.display()))?;
    let source = folder.join("heap.c");
    let binary = folder.join("heap");
    fs::write(&source, c).map_err(|e| format!("cannot write {}: {e}", source.display()))?;
    args.extend([
        source.display().to_string(),
        beside.display().to_string(),
        "-o".into(),
        binary.display().to_string(),
    ]);
    args.extend(["-no-pie", "-Wl,-z,now"].map(String::from));
    call(&program.compiler, &args, "gcc or clang-19")?;
    let ran = Job {
        program: &binary,
        argv: &[b"heap".to_vec()],
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
    .map_err(|e| format!("the probe of the heap cannot be started: {e}"))?;
    if program.stop.now() && matches!(ran.end, End::TimedOut(_)) {
        return Err("the heap's functions were not measured in the time there was".into());
    }
    if ran.end != End::Exited(0) {
        return Err(format!("the probe of the heap failed: {:?}", ran.end));
    }
    if let Some((kept, key)) = key {
        kept.put(&key, &ran.stdout);
    }
    Ok(numbers(&ran.stdout))
}

/// What the probe said.
fn numbers(said: &[u8]) -> BTreeMap<String, InUse> {
    let text = String::from_utf8_lossy(said);
    let mut out = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let [name, first, later] = words[..] {
            if let Ok(later) = later.parse::<u64>() {
                let any = first.parse().ok().map(|n: u64| n.max(later));
                out.insert(name.to_string(), InUse { any, later });
            }
        }
    }
    out
}
