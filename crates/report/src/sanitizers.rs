//! The build in which a finding shows itself, as a command line for the user:
//! which sanitizers clang is asked for, and what they are told.

use ep_base::outcome::ErrorKind;

/// How a regression test of a finding is built and run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sanitizers {
    /// Flags of clang.
    pub flags: &'static str,
    /// The attribute of a function of LLVM that is looked into.
    pub attribute: &'static str,
    /// What stands before the program's name, with a space behind.
    pub environment: &'static str,
}

/// None: for runs that are looked at in another way.
pub const NONE: Sanitizers = Sanitizers {
    flags: "",
    attribute: "",
    environment: "",
};

/// Those that see a finding of this kind, and end the run with it.
pub fn of(kind: ErrorKind) -> Sanitizers {
    let address = Sanitizers {
        flags: " -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all",
        attribute: "sanitize_address",
        environment: "",
    };
    match kind {
        // Passing an uninitialised value is not yet an error.
        ErrorKind::UninitialisedRead => Sanitizers {
            flags: " -fsanitize=memory -fno-sanitize-memory-param-retval",
            attribute: "sanitize_memory",
            environment: "",
        },
        // Without roots every block is lost.
        ErrorKind::UnfreedMemory => Sanitizers {
            environment: "LSAN_OPTIONS=use_globals=0:use_stacks=0:use_registers=0:use_tls=0 ",
            ..address
        },
        _ => address,
    }
}
