//! The generated file that hands an input to the program.

use crate::literal::string;
use crate::signature::{list, ParamShape};
use crate::types::POINTER;
use std::fmt::Write;

/// Where the input enters a `main`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Channel {
    Stdin,
    /// A file of this name in the working folder.
    File(String),
    /// The arguments, each ended by a zero byte.
    Arguments,
    /// A variable of the environment.
    Variable(String),
    /// The harness asks for it piece by piece.
    Harness,
}

/// How a run starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FuzzEntry {
    /// `main` with these arguments.
    Main {
        channel: Channel,
        arguments: Vec<Vec<u8>>,
    },
    /// `f(data, size)`, called again and again in one process.
    Buffer { name: String },
    /// A function whose parameters are taken from the input; pointers share
    /// what scalars leave.
    Parameters {
        name: String,
        params: Vec<ParamShape>,
        /// Bytes of one element of each pointer parameter.
        elements: Vec<u64>,
    },
}

impl FuzzEntry {
    /// The function that is called, when it is not `main`.
    pub fn function(&self) -> Option<&str> {
        match self {
            FuzzEntry::Main { .. } => None,
            FuzzEntry::Buffer { name } | FuzzEntry::Parameters { name, .. } => Some(name),
        }
    }

    /// Whether one process runs many inputs.
    pub fn is_persistent(&self) -> bool {
        matches!(self, FuzzEntry::Buffer { .. })
    }

    /// The C text.
    pub fn text(&self) -> String {
        let mut c = String::from(
            "typedef unsigned char ep_u8; typedef __SIZE_TYPE__ ep_size;\n\
             void ep_fuzz_take(void *, ep_size); ep_size ep_fuzz_size(void);\n\
             void *ep_fuzz_object(ep_size); void ep_fuzz_stdin(void);\n\
             void ep_fuzz_write_file(const char *); char *ep_fuzz_string(void);\n\
             int setenv(const char *, const char *, int); void exit(int);\n",
        );
        let _ = writeln!(
            c,
            "const int ep_fuzz_persistent = {};",
            u8::from(self.is_persistent())
        );
        let file = match self {
            FuzzEntry::Main {
                channel: Channel::File(path),
                ..
            } => string(path.as_bytes()),
            _ => "0".into(),
        };
        let _ = writeln!(c, "const char *const ep_fuzz_file = {file};");
        match self {
            FuzzEntry::Main { channel, arguments } => main_text(&mut c, channel, arguments),
            FuzzEntry::Buffer { name } => {
                // The object has just the input's bytes, so that a read beyond
                // them is seen. An initialiser may exist, as for libFuzzer.
                let _ = writeln!(
                    c,
                    "int {name}(const ep_u8 *, ep_size);\n\
                     __attribute__((weak)) int LLVMFuzzerInitialize(int *, char ***);\n\
                     void free(void *);\n\
                     void ep_fuzz_once(const ep_u8 *data, ep_size size) {{\n\
                     \x20 static int ready; static char *argv[] = {{\"program\", 0}};\n\
                     \x20 static char **args = argv; static int argc = 1;\n\
                     \x20 if (!ready) {{ ready = 1; if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &args); }}\n\
                     \x20 ep_u8 *copy = ep_fuzz_object(size); (void)data;\n\
                     \x20 {name}(copy, size);\n\
                     \x20 free(copy);\n}}"
                );
            }
            FuzzEntry::Parameters {
                name,
                params,
                elements,
            } => parameters_text(&mut c, name, params, elements),
        }
        c
    }
}

fn main_text(c: &mut String, channel: &Channel, arguments: &[Vec<u8>]) {
    c.push_str("int ep_user_main(int, char **, char **);\nextern char **environ;\n");
    c.push_str("void ep_fuzz_once(const ep_u8 *data, ep_size size) {\n  (void)data; (void)size;\n");
    let _ = writeln!(
        c,
        "  static char *argv[{}] = {{\"program\"",
        arguments.len() + 2 + 256
    );
    for a in arguments {
        let _ = write!(c, ", {}", string(a));
    }
    let _ = writeln!(c, "}};\n  int argc = {};", arguments.len() + 1);
    match channel {
        Channel::Stdin => c.push_str("  ep_fuzz_stdin();\n"),
        Channel::File(_) => c.push_str("  ep_fuzz_write_file(ep_fuzz_file);\n"),
        Channel::Variable(name) => {
            let _ = writeln!(c, "  setenv({}, ep_fuzz_string(), 1);", string(name.as_bytes()));
        }
        Channel::Arguments => c.push_str(
            "  char *all = ep_fuzz_string();\n  ep_size n = ep_fuzz_size(), from = 0;\n  \
             for (ep_size i = 0; i <= n && argc < 256; i++)\n    \
             if (all[i] == 0) { if (i < n || i > from) argv[argc++] = all + from; from = i + 1; }\n",
        ),
        Channel::Harness => {}
    }
    c.push_str("  exit(ep_user_main(argc, argv, environ));\n}\n");
}

fn parameters_text(c: &mut String, name: &str, params: &[ParamShape], elements: &[u64]) {
    let types = params.iter().map(|p| match p {
        ParamShape::Scalar { c_type, .. } => c_type.clone(),
        ParamShape::Buffer { .. } | ParamShape::Aggregate { .. } => POINTER.to_owned(),
    });
    let list = list(types.collect(), false);
    let fixed: u64 = params
        .iter()
        .map(|p| match p {
            ParamShape::Scalar { size, .. } => *size,
            ParamShape::Buffer { .. } | ParamShape::Aggregate { .. } => 0,
        })
        .sum();
    let element: u64 = elements.iter().sum::<u64>().max(1);
    let _ = writeln!(c, "int {name}({list});");
    c.push_str("void ep_fuzz_once(const ep_u8 *data, ep_size size) {\n  (void)data;\n");
    let _ = writeln!(
        c,
        "  ep_size count = size > {fixed} ? (size - {fixed}) / {element} : 0;\n  \
         if (count == 0) count = 1;\n  (void)count;"
    );
    let mut call = Vec::new();
    let mut buffers = elements.iter();
    for (i, p) in params.iter().enumerate() {
        match p {
            ParamShape::Scalar { c_type, .. } if c_type == "_Bool" => {
                let _ = writeln!(c, "  ep_u8 p{i}; ep_fuzz_take(&p{i}, 1); p{i} &= 1;");
            }
            ParamShape::Scalar { c_type, .. } => {
                let _ = writeln!(c, "  {c_type} p{i}; ep_fuzz_take(&p{i}, sizeof p{i});");
            }
            ParamShape::Buffer { .. } | ParamShape::Aggregate { .. } => {
                let size = buffers.next().copied().unwrap_or(1);
                let _ = writeln!(c, "  void *p{i} = ep_fuzz_object(count * {size});");
            }
        }
        call.push(format!("p{i}"));
    }
    let _ = writeln!(c, "  {name}({});\n}}", call.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_share_what_scalars_leave() {
        let text = FuzzEntry::Parameters {
            name: "f".into(),
            params: vec![
                ParamShape::Scalar {
                    c_type: "int".into(),
                    size: 4,
                },
                ParamShape::Buffer {
                    c_type: "void *".into(),
                    size: 1,
                },
            ],
            elements: vec![2],
        }
        .text();
        assert!(text.contains("(size - 4) / 2"), "{text}");
        assert!(text.contains("f(p0, p1)"), "{text}");
    }
}
