//! The functions of the C library and of interfaces for inputs, as far as they
//! have no body: whether they come back and what they may write.

use ep_ir::provided::{self, Builtin};

/// The function whose call is a charge: the number of the cost, an amount, and
/// pairs of factors whose products are added. No name of C has a point in it.
pub const CHARGE: &str = "everypath.charge";

/// The function of inputs that returns nothing and writes.
pub const FILLS: &str = "__VERIFIER_nondet_memory";

/// What a function of the heap does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocation {
    Plain,
    Cleared,
    Resized,
    Freed,
}

/// What a function without a body does.
pub enum Known {
    /// It does not come back: the run ends.
    Ends,
    /// An input is read.
    Input,
    /// An input is read into the object behind its first argument.
    Fills,
    /// It comes back if its argument is not zero, else the run is not looked at.
    Assume,
    /// It comes back, writes nothing that is visible, and returns anything.
    Pure,
    /// It comes back and may write behind the pointers it is given.
    Writes,
    /// It makes, changes or gives back an object.
    Heap(Allocation),
}

/// Whether a function without a body has a rule, or is named where it is not
/// modelled.
pub fn is_known(name: &str) -> bool {
    let rule = known(name).is_some() || is_input(name) || is_parsing(name);
    rule || scans_text(name) || runs_later(name) || UNMODELLED.contains(&name)
}

/// What does something to the input, the stack or other threads: that it comes
/// back and writes nothing would be false.
const UNMODELLED: [&str; 13] = [
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "longjmp",
    "siglongjmp",
    "ungetc",
    "rewind",
    "fopen",
    "freopen",
    "setvbuf",
    "pthread_create",
    "fork",
    "signal",
];

/// The functions of C and of the common interfaces for inputs that come back.
/// Those that wait for a device or another process are not among them.
pub fn known(name: &str) -> Option<Known> {
    if name == FILLS {
        return Some(Known::Fills);
    }
    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("ep_nondet") {
        return Some(Known::Input);
    }
    if provided::lookup(name) == Some(Builtin::Assume) {
        return Some(Known::Assume);
    }
    Some(match name {
        // What a model notes with the verdict.
        CHARGE => Known::Pure,
        name if notes(name) => Known::Pure,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__assert_fail"
        | "__VERIFIER_error" | "reach_error" | "klee_silent_exit" | "klee_abort" => Known::Ends,
        "malloc" | "valloc" => Known::Heap(Allocation::Plain),
        "calloc" => Known::Heap(Allocation::Cleared),
        "realloc" => Known::Heap(Allocation::Resized),
        "free" => Known::Heap(Allocation::Freed),
        "aligned_alloc" | "rand" | "random" | "lrand48" | "mrand48" | "srand" | "abs" | "labs"
        | "llabs" | "clock" | "strlen" | "strcmp" | "strncmp" | "strchr" | "strrchr" | "strstr"
        | "memcmp" | "memchr" | "atoi" | "atol" | "isdigit" | "isalpha" | "isalnum" | "isspace"
        | "isupper" | "islower" | "toupper" | "tolower" | "getenv" | "sqrt" | "pow" | "floor"
        | "ceil" | "fabs" | "sin" | "cos" | "exp" | "log" | "ep_tick" | "printf" | "puts"
        | "putchar" | "fprintf" | "fputs" | "fputc" | "putc" | "fwrite" | "write" | "fflush"
        | "perror" | "atoll" | "atof" => Known::Pure,
        "memcpy" | "memmove" | "memset" | "strcpy" | "strncpy" | "strcat" | "strncat" | "time"
        | "sprintf" | "snprintf" => Known::Writes,
        "klee_make_symbolic" | "ep_symbolic" => Known::Fills,
        _ => return None,
    })
}

/// What models of the C library call to have something said with the verdict, or to
/// ask how the program is looked at: it writes nothing.
fn notes(name: &str) -> bool {
    let what = name.strip_prefix("__ep_").unwrap_or_default();
    what.starts_with("assume_") || matches!(what, "is_open" | "may_fail" | "max_failures")
}

/// Whether models of the C library call it and no user does.
pub fn is_helper(name: &str) -> bool {
    name.starts_with("__ep_")
}

/// Functions that write to a stream, whose models are too large to be
/// followed. With a given cost they are taken to come back.
pub fn is_output(name: &str) -> bool {
    matches!(
        name,
        "printf"
            | "puts"
            | "putchar"
            | "fprintf"
            | "fputs"
            | "fputc"
            | "putc"
            | "fwrite"
            | "write"
            | "fflush"
            | "perror"
    )
}

/// Functions that end the program. What they run before that is known to be
/// nothing where the program registers nothing ([`runs_later`]), and counts
/// nothing.
pub fn is_end(name: &str) -> bool {
    matches!(name, "exit" | "_exit" | "_Exit" | "quick_exit")
}

/// Generators of numbers, whose models are arithmetic on bits. Of what they
/// return the declared type is known; what they keep is no object of the
/// program.
pub fn is_random(name: &str) -> bool {
    matches!(name, "rand" | "random" | "lrand48" | "mrand48")
}

/// Functions that read a number from a string, whose models are as large. Of
/// the number nothing is known; behind the second argument is written.
pub fn is_parsing(name: &str) -> bool {
    matches!(name, "atoi" | "atol" | "atoll" | "atof") || parses_to(name)
}

/// Those that say where the number ends.
pub fn parses_to(name: &str) -> bool {
    let plain = name.strip_prefix("__isoc23_").unwrap_or(name);
    matches!(
        plain,
        "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtod"
    )
}

/// Functions without a rule of their own that leave standard input alone.
pub fn leaves_input(name: &str) -> bool {
    let other = matches!(
        name,
        "strcspn"
            | "strspn"
            | "strpbrk"
            | "strtok"
            | "strdup"
            | "strcasecmp"
            | "strncasecmp"
            | "qsort"
            | "bsearch"
            | "__errno_location"
    );
    // A `read` is one of the input unless a stream is read, too.
    let plain = known(name).is_some() && name != "read";
    plain || other || is_parsing(name) || scans_text(name) || name.starts_with("is")
}

/// Functions that scan a string as `scanf` does an input.
pub fn scans_text(name: &str) -> bool {
    matches!(name, "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf")
}

/// Functions that make others run when the program ends.
pub fn runs_later(name: &str) -> bool {
    matches!(
        name,
        "atexit" | "on_exit" | "at_quick_exit" | "__cxa_atexit" | "__cxa_at_quick_exit"
    )
}

/// Where the format of a function that writes to a stream stands among its
/// arguments.
pub fn format_at(name: &str) -> Option<usize> {
    match name {
        "printf" => Some(0),
        "fprintf" => Some(1),
        _ => None,
    }
}

/// Whether a format stores through an argument: `%n`.
pub fn stores(format: &[u8]) -> bool {
    let mut conversions = format.split(|b| *b == b'%');
    conversions.next();
    conversions.any(|c| {
        let mut letters = c
            .iter()
            .skip_while(|b| b"-+ #'0123456789.*$hlLqjzt".contains(b));
        letters.next() == Some(&b'n')
    })
}

/// How a function reads standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// A byte.
    Byte,
    /// A line into a buffer of a given size.
    Line,
    /// A line into a buffer of its own.
    Whole,
    /// So many elements.
    Block,
    /// Some bytes of a descriptor.
    Descriptor,
    /// What a format says, of a stream that is given or not.
    Scan { stream: bool },
    /// Whether the end was met.
    End,
}

/// How a function reads, if it does.
pub fn reader(name: &str) -> Option<Reader> {
    Some(match name {
        "getchar" | "getchar_unlocked" | "fgetc" | "getc" | "_IO_getc" => Reader::Byte,
        "fgets" | "fgets_unlocked" => Reader::Line,
        "getline" => Reader::Whole,
        "fread" | "fread_unlocked" => Reader::Block,
        "read" => Reader::Descriptor,
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Reader::Scan { stream: false },
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => Reader::Scan { stream: true },
        "feof" | "feof_unlocked" => Reader::End,
        _ => return None,
    })
}

/// Functions that read standard input.
pub fn is_input(name: &str) -> bool {
    reader(name).is_some()
}

/// Whether a function without a body may write to objects that are there.
pub fn writes(name: &str) -> bool {
    match known(name) {
        Some(Known::Writes | Known::Fills) | None => true,
        Some(Known::Heap(how)) => matches!(how, Allocation::Resized),
        Some(Known::Ends | Known::Input | Known::Assume | Known::Pure) => false,
    }
}

/// Whether a function without a body gives objects back.
pub fn frees(name: &str) -> bool {
    matches!(known(name), Some(Known::Heap(Allocation::Freed)))
}

#[cfg(test)]
mod tests {
    use super::stores;

    #[test]
    fn a_format_stores_where_it_has_the_conversion() {
        for f in ["%n", "a%hhn", "%d%5lln", "%1$n", "%*.*zn"] {
            assert!(stores(f.as_bytes()), "{f}");
        }
        for f in ["", "n", "%dn", "100% sure", "%%", "%s: %d\n", "%-5u name"] {
            assert!(!stores(f.as_bytes()), "{f}");
        }
    }
}
