//! What a path may rely on beyond the program.

/// Assumptions that a path may make. Each is one bit of `State::assumptions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Assumption {
    /// Addresses are as this machine lays them out.
    Layout = 1,
    /// Allocation does not fail.
    Malloc = 2,
    /// A call to an unmodelled function changes what its pointers lead to only.
    Havoc = 4,
    /// Arguments of an unmodelled function were fixed to one value each.
    Concretised = 8,
    /// The environment is empty (`getenv`).
    Environment = 16,
    /// Standard input is empty.
    EmptyInput = 32,
    /// There are no other files than those given.
    Files = 64,
    /// The clock starts at a fixed time and moves by fixed steps.
    Clock = 128,
    /// The length of a printed floating-point number is any that it can have.
    Printed = 256,
    /// Calls that a contract stands for do not use up the stack.
    Stack = 512,
    /// Pointers beyond a depth lead nowhere.
    Depth = 1024,
    /// Functions behind pointers only return something.
    Callbacks = 2048,
    /// Of a union with pointers one member is there.
    Unions = 4096,
    /// A function without a formula was computed for a few arguments only.
    FewArguments = 8192,
    /// Devices give anything and change no memory.
    Device = 16384,
    /// The sign of a zero that `fmin` or `fmax` chose is any.
    ZeroSign = 32768,
    /// `main` has few and short arguments.
    Arguments = 65536,
    /// Files are short.
    FileSize = 131_072,
    /// Variables of the environment are short.
    VariableSize = 262_144,
    /// One read gives few bytes of standard input.
    ReadSize = 524_288,
    /// The clock shows any time.
    AnyClock = 1_048_576,
    /// Random numbers that are begun again are others.
    Sequence = 2_097_152,
    /// Input and output do not fail.
    Streams = 4_194_304,
    /// Files whose names depend on the input may be one.
    Names = 8_388_608,
    /// Elements are compared and ordered as the C library here does it.
    Order = 16_777_216,
    /// Allocation never fails, whatever its size.
    EveryMalloc = 33_554_432,
    /// A folder's entries come in one order.
    Entries = 67_108_864,
    /// A floating-point number was printed for a few of its values only.
    PrintedValue = 134_217_728,
}

impl Assumption {
    /// All, for printing.
    pub const ALL: [Assumption; 28] = [
        Assumption::Layout,
        Assumption::Malloc,
        Assumption::Havoc,
        Assumption::Concretised,
        Assumption::Environment,
        Assumption::EmptyInput,
        Assumption::Files,
        Assumption::Clock,
        Assumption::Printed,
        Assumption::Stack,
        Assumption::Depth,
        Assumption::Callbacks,
        Assumption::Unions,
        Assumption::FewArguments,
        Assumption::Device,
        Assumption::ZeroSign,
        Assumption::Arguments,
        Assumption::FileSize,
        Assumption::VariableSize,
        Assumption::ReadSize,
        Assumption::AnyClock,
        Assumption::Sequence,
        Assumption::Streams,
        Assumption::Names,
        Assumption::Order,
        Assumption::EveryMalloc,
        Assumption::Entries,
        Assumption::PrintedValue,
    ];
    /// One sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Assumption::Layout => {
                "objects lie at the addresses that Everypath chose (an address was cast or ordered)"
            }
            Assumption::EveryMalloc => "memory allocation never fails, whatever its size",
            Assumption::Malloc => {
                "memory allocation does not fail (from 1 TiB on, or 256 MiB in 32 bits, it does)"
            }
            Assumption::Havoc => {
                "functions without a body return anything, write anything behind the pointers that they are given, and change nothing else"
            }
            Assumption::Concretised => {
                "arguments of unmodelled functions were fixed to one value and their result to zero"
            }
            Assumption::Environment => {
                "the environment has no variables but those given with --env"
            }
            Assumption::Files => "there are no files but those given with --file",
            Assumption::Clock => {
                "the clock starts at 2001-09-09 01:46:40 UTC and moves by one millisecond whenever it is read"
            }
            Assumption::Device => {
                "devices (--mmio) give any value at each read, and change no memory of the program"
            }
            Assumption::Printed => {
                "the length of a symbolic floating-point number that is printed is any that it can have"
            }
            Assumption::Stack => {
                "the stack has room for the calls that their contracts stand for (recursion included)"
            }
            Assumption::Depth => {
                "structures end where their depth is reached (--pointer-depth); deeper ones were left out"
            }
            Assumption::Callbacks => {
                "functions behind pointers of the entry return anything, change no memory and are no functions of the program"
            }
            Assumption::Unions => {
                "a union with pointers holds its first member that has one"
            }
            Assumption::FewArguments => {
                "functions of math.h that no solver knows (sin, exp, pow) were computed for a few values of their symbolic arguments; the others were left out"
            }
            Assumption::ZeroSign => {
                "fmin and fmax of zeros with different signs give either (C leaves it open)"
            }
            Assumption::EmptyInput => "standard input is empty (--stdin gives it bytes)",
            Assumption::Arguments => {
                "the program is called with at most 2 arguments, and they and its name have at most 8 bytes (--sym-args sets the bound)"
            }
            Assumption::FileSize => {
                "a file that the program opens has at most 8 bytes (--file NAME sets the bound)"
            }
            Assumption::VariableSize => {
                "a variable of the environment has at most 8 bytes (--env NAME=sym:N sets the bound)"
            }
            Assumption::ReadSize => {
                "one read of standard input gives at most 64 bytes"
            }
            Assumption::AnyClock => {
                "the clock shows any time from 1970 to 2099 and does not go back"
            }
            Assumption::Sequence => {
                "random numbers are any numbers, also where their sequence is begun again"
            }
            Assumption::Names => {
                "a file holds anything after one was written that may be the same"
            }
            Assumption::Order => {
                "qsort and bsearch compare, order equal elements and find them as glibc 2.36 does (C leaves that open)"
            }
            Assumption::Entries => {
                "a folder's entries come as `.`, `..`, its files as they were given and made, and its folders; other orders were left out"
            }
            Assumption::PrintedValue => {
                "symbolic floating-point numbers were printed for a few of their values; the others were left out"
            }
            Assumption::Streams => {
                "reading and writing of open streams does not fail"
            }
        }
    }
}
