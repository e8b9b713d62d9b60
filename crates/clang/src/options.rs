//! What the reader is asked for.

use ep_base::Stop;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;

/// How to compile and read a program.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ReadOptions {
    /// The clang to run; `clang-19`, then `clang` of that version, when `None`.
    pub clang: Option<PathBuf>,
    /// The user's flags (after `--`); they come last and win.
    pub clang_flags: Vec<String>,
    /// Further flags of single sources, before the positions that we ask for.
    pub unit_flags: HashMap<PathBuf, Vec<String>>,
    /// Compile for i386.
    pub m32: bool,
    /// Folders with the shipped headers, searched after the user's.
    pub include_dirs: Vec<PathBuf>,
    /// Compile with the trapping sanitizers.
    pub sanitize: bool,
    /// Compile with counters for what is covered, and read what they stand for.
    pub counted: bool,
    /// An existing folder for intermediate files.
    pub scratch: PathBuf,
    /// Lower every function that has a body, not only what the roots reach.
    pub keep_unreachable_functions: bool,
    /// Inline assembly becomes a call of the function [`crate::ASSEMBLY`],
    /// which has no body, with the operands as arguments. Else it is an
    /// unsupported instruction.
    pub assembly_is_called: bool,
    /// Bitcode of function models, taken where the program has no body.
    pub models: Vec<ModelLibrary>,
    /// Entry functions.
    pub roots: Vec<String>,
    /// When clang is ended with what it has.
    #[serde(skip)]
    pub stop: Stop,
    /// The program that answers to the hidden verb [`crate::CHILD_VERB`]; the
    /// running executable when `None`.
    pub child: Option<PathBuf>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            clang: None,
            clang_flags: Vec::new(),
            unit_flags: HashMap::new(),
            m32: false,
            include_dirs: Vec::new(),
            sanitize: true,
            counted: false,
            scratch: std::env::temp_dir(),
            keep_unreachable_functions: false,
            assembly_is_called: false,
            models: Vec::new(),
            roots: vec!["main".to_owned()],
            stop: Stop::never(),
            child: None,
        }
    }
}

/// A library of function models as LLVM bitcode.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ModelLibrary {
    /// For messages.
    pub name: String,
    /// Taken for programs with pointers of this width only.
    pub pointer_bits: Option<u32>,
    /// LLVM 19 bitcode.
    pub bitcode: Cow<'static, [u8]>,
}
