//! The verbs and what each is for, in one place: the small program prints its
//! help without the engine, and says what the engine says (a test compares
//! them).

/// The first line of the help.
pub const ABOUT: &str = env!("CARGO_PKG_DESCRIPTION");
/// The last line of the help.
pub const EXIT_CODES: &str = "Exit codes: 0 holds, 1 violated, 2 wrong input or usage, 3 not conclusive, 4 the surroundings fail, 70 a defect of Everypath, 130 interrupted";

/// What `everypath cc --help` says; the help of clang is long and tells nothing
/// of what is added to it.
pub const CC_HELP: &str = "\
A C compiler for any build system, which keeps bitcode beside what it makes

Usage: everypath cc [FLAGS OF CLANG] FILES
       CC='everypath cc' ./configure && make
       CC='everypath cc' cmake -B build

It runs clang 19 with the same arguments, and beside each program or shared
library that is linked it writes PROGRAM.bc, the whole program as bitcode:

  everypath test PROGRAM.bc --args ...

Every C file is compiled twice, the second time without optimisation and as
`everypath test FILE.c` does. Assembly, C++ and files that only clang's object
code can hold are told of and are not in PROGRAM.bc. -flto is left out: its
objects could not name their bitcode.

All flags: clang-19 --help
";

pub const TEST: &str = "Explore the paths of a C program: bugs with inputs, test cases, the tree";
pub const CHECK: &str =
    "Bounded model checking: all paths as one formula, proofs by unwinding, induction, invariants";
pub const SOLVE: &str = "Answer one property of SV-COMP with all engines: true, false or unknown";
pub const VALIDATE: &str = "Whether a witness of a proof or of a violation is true";
pub const FUZZ: &str =
    "Search from seed inputs: follow one, negate its conditions, run the new ones natively";
pub const MEMORY: &str =
    "The most heap and stack that a C program can need, with the input that reaches it";
pub const VERIFY: &str = "Verify Viper files and Java sources member by member";
pub const JUDGE: &str = "Re-check a certificate with a small program that has no prover in it";
pub const ITS: &str = "Termination and bounds of integer transition systems";
pub const TIME: &str = "Whether a C function ends, and how many LLVM instructions it takes";
pub const SHOW: &str = "Open a run again: its paths, and one path step by step";
pub const CC: &str =
    "A C compiler for any build system (CC=\"everypath cc\"): PROGRAM.bc is the whole program";
pub const PATHS: &str =
    "Path conditions of a Java method, forward and backward, with a JUnit test per path";
pub const COMPLETIONS: &str = "Print the completions of a shell: everypath completions bash";
pub const MAN: &str = "Write the manual pages into a folder";

/// All of them, in the order of the help.
pub const ALL: [(&str, &str); 15] = [
    ("test", TEST),
    ("check", CHECK),
    ("solve", SOLVE),
    ("validate", VALIDATE),
    ("fuzz", FUZZ),
    ("memory", MEMORY),
    ("verify", VERIFY),
    ("judge", JUDGE),
    ("its", ITS),
    ("time", TIME),
    ("show", SHOW),
    ("cc", CC),
    ("paths", PATHS),
    ("completions", COMPLETIONS),
    ("man", MAN),
];
