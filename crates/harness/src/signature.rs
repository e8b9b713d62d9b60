//! An entry function as C declares it where nothing of the program's headers is there.
//!
//! What is passed by value has a type of ours with the layout of the program's own; its
//! name is the same in every file that calls the entry.

use crate::types::POINTER;
use std::fmt::Write;

/// How one parameter of the entry function is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamShape {
    /// A value of a type that C code without any header can name (`int`,
    /// `unsigned long`, `double`, ...) and its size in bytes.
    Scalar {
        /// The type as C text.
        c_type: String,
        /// Its size in bytes.
        size: u64,
    },
    /// A pointer to a heap object with exactly the recorded bytes; null when
    /// the input holds no buffer of this index.
    Buffer {
        /// The pointer's type as C text, for the reader of the wrapper only.
        c_type: String,
        /// The size in bytes that the explorer gave it.
        size: u64,
    },
    /// A structure, a vector or a complex number by value, whose bytes are
    /// those of an object.
    Aggregate {
        /// What stands between `typedef` and a name: a type with the layout of
        /// the program's own.
        c_type: String,
    },
}

/// An entry function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    pub name: String,
    /// Its parameters.
    pub params: Vec<ParamShape>,
    /// From which parameter on they are variable arguments; none for a
    /// function that takes none.
    pub variable: Option<usize>,
    /// What it returns, if that is no scalar: a type as that of a
    /// [`ParamShape::Aggregate`].
    pub result: Option<String>,
    /// What the functions behind its pointers return, one C type for each
    /// signature; empty for a signature that cannot be called.
    pub functions: Vec<String>,
}

/// The name of the type that an entry returns by value.
pub const RESULT: &str = "ep_result_type";

impl Signature {
    /// A function with these parameters and nothing unusual.
    pub fn plain(name: impl Into<String>, params: Vec<ParamShape>) -> Signature {
        Signature {
            name: name.into(),
            params,
            ..Signature::default()
        }
    }

    /// Declares the types of what is passed by value.
    pub fn typedefs(&self) -> String {
        let mut text = String::new();
        for (i, p) in self.params.iter().enumerate() {
            if let ParamShape::Aggregate { c_type } = p {
                let _ = writeln!(text, "typedef {c_type} {};", whole(i));
            }
        }
        if let Some(c_type) = &self.result {
            let _ = writeln!(text, "typedef {c_type} {RESULT};");
        }
        text
    }

    /// The type of each parameter; those of variable arguments too.
    pub fn types(&self) -> Vec<String> {
        let of = |(i, p): (usize, &ParamShape)| match p {
            ParamShape::Scalar { c_type, .. } => c_type.clone(),
            ParamShape::Buffer { .. } => POINTER.to_string(),
            ParamShape::Aggregate { .. } => whole(i),
        };
        self.params.iter().enumerate().map(of).collect()
    }

    /// The types between the parentheses of its declaration.
    pub fn list(&self) -> String {
        let mut types = self.types();
        types.truncate(self.variable.unwrap_or(types.len()));
        list(types, self.variable.is_some())
    }

    /// Whether a parameter is passed by value.
    pub fn has_aggregates(&self) -> bool {
        let is = |p: &ParamShape| matches!(p, ParamShape::Aggregate { .. });
        self.params.iter().any(is)
    }
}

/// The name of the type of parameter `i` that is passed by value.
pub fn whole(i: usize) -> String {
    format!("ep_parameter_{i}")
}

/// Parameters of a declaration.
pub fn list(mut parameters: Vec<String>, variadic: bool) -> String {
    if variadic {
        parameters.push("...".into());
    } else if parameters.is_empty() {
        parameters.push("void".into());
    }
    parameters.join(", ")
}

/// A declaration without its end: a star stands at what it declares.
pub fn declared(ty: &str, name: &str) -> String {
    let space = if ty.ends_with('*') { "" } else { " " };
    format!("{ty}{space}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_need_nothing_of_the_program() {
        let int = ParamShape::Scalar {
            c_type: "int".into(),
            size: 4,
        };
        let pair = ParamShape::Aggregate {
            c_type: "struct { int m0; int m1; }".into(),
        };
        let mut s = Signature::plain("f", vec![int.clone(), pair, int]);
        assert_eq!(s.list(), "int, ep_parameter_1, int");
        assert_eq!(
            s.typedefs(),
            "typedef struct { int m0; int m1; } ep_parameter_1;\n"
        );
        s.variable = Some(1);
        assert_eq!(s.list(), "int, ...");
        s.variable = Some(0);
        assert_eq!(s.list(), "...");
        assert_eq!(Signature::plain("g", Vec::new()).list(), "void");
        assert_eq!(declared("void *", "g"), "void *g");
        assert_eq!(declared("int", "g"), "int g");
    }
}
