//! An entry whose buffers are as large as their sizes say: the function that cuts one
//! input of bytes into the parameters of the program's own.
//!
//! It is compiled with the program, explored and run like a user's own.

use crate::signature::{ParamShape, Signature};
use crate::types::POINTER;
use std::fmt::Write;

/// Two parameters of an entry, by number, and the bytes of one element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    pub data: u32,
    pub size: u32,
    pub element: u64,
}

/// The C text of the function `name`; the entry's own returns this type.
pub fn text(entry: &Signature, (name, returns): (&str, &str), pairs: &[Pair]) -> String {
    let types = entry.types();
    let own = &entry.name;
    let mut c = String::from("// The entry of a search with --sized: the parameters of the program's own from one input.\n");
    let _ = writeln!(
        c,
        "void *malloc(__SIZE_TYPE__);\nvoid free(void *);\nvoid *memcpy(void *, const void *, __SIZE_TYPE__);\nint __sanitizer_get_ownership(const volatile void *);\n{returns} {own}({});\n",
        types.join(", ")
    );
    let _ = writeln!(
        c,
        "void {name}(const unsigned char *data, __SIZE_TYPE__ size) {{"
    );
    let size_of = |i: usize| pairs.iter().find(|p| p.size as usize == i);
    let buffer_of = |i: usize| pairs.iter().find(|p| p.data as usize == i);
    // The other parameters.
    for (i, ty) in types.iter().enumerate() {
        if size_of(i).is_some() || buffer_of(i).is_some() {
            continue;
        }
        let (ty, bytes) = match entry.params.get(i) {
            Some(ParamShape::Buffer { size, .. }) => (None, *size),
            Some(ParamShape::Scalar { size, .. }) => (Some(ty), *size),
            _ => (Some(ty), 0),
        };
        let _ = writeln!(c, "  if (size < {bytes})\n    return;");
        let _ = match ty {
            // A truth value is 0 or 1 whatever the byte is.
            Some(ty) if ty == "_Bool" => writeln!(c, "  _Bool p{i} = *data & 1;"),
            Some(ty) => writeln!(c, "  {ty} p{i};\n  memcpy(&p{i}, data, sizeof p{i});"),
            None => writeln!(c, "  void *p{i} = malloc({bytes});\n  if (!p{i})\n    return;\n  memcpy(p{i}, data, {bytes});"),
        };
        let _ = writeln!(c, "  data += {bytes}, size -= {bytes};");
    }
    // The buffers.
    for (k, p) in pairs.iter().enumerate() {
        let (d, n, element) = (p.data, p.size, p.element);
        let ty = types
            .get(n as usize)
            .map_or("__SIZE_TYPE__", String::as_str);
        let _ = writeln!(c, "  __SIZE_TYPE__ n{n} = size / {element};");
        if k + 1 < pairs.len() {
            let _ = writeln!(
                c,
                "  if (size < 2)\n    return;\n  n{n} = data[0] + 256u * data[1];\n  data += 2, size -= 2;\n  if (n{n} > size / {element})\n    n{n} = size / {element};"
            );
        }
        // What the type of the size can say.
        let _ = writeln!(
            c,
            "  {ty} p{n} = ({ty})n{n};\n  if (p{n} < 0 || (__SIZE_TYPE__)p{n} != n{n})\n    return;"
        );
        let _ = writeln!(
            c,
            "  void *p{d} = malloc(n{n} * {element});\n  if (!p{d})\n    return;\n  memcpy(p{d}, data, n{n} * {element});\n  data += n{n} * {element}, size -= n{n} * {element};"
        );
    }
    let arguments: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
    let _ = writeln!(c, "  {own}({});", arguments.join(", "));
    // One process runs many inputs. The entry may have freed what it was given; the
    // sanitizer's allocator knows.
    c.push_str("#if __has_feature(address_sanitizer)\n");
    for (i, ty) in types.iter().enumerate() {
        if ty == POINTER {
            let _ = writeln!(c, "  if (__sanitizer_get_ownership(p{i}))\n    free(p{i});");
        }
    }
    c.push_str("#endif\n}\n");
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_input_is_the_last_buffer() {
        let pointer = ParamShape::Buffer {
            c_type: POINTER.into(),
            size: 32,
        };
        let scalar = |c_type: &str, size| ParamShape::Scalar {
            c_type: c_type.into(),
            size,
        };
        let entry = Signature::plain(
            "f",
            vec![pointer, scalar("unsigned int", 4), scalar("_Bool", 1)],
        );
        let pair = Pair {
            data: 0,
            size: 1,
            element: 4,
        };
        let c = text(&entry, ("everypath_f", "int"), &[pair]);
        for part in [
            "int f(void *, unsigned int, _Bool);",
            "void everypath_f(const unsigned char *data, __SIZE_TYPE__ size) {",
            "_Bool p2 = *data & 1;",
            "n1 = size / 4;",
            "unsigned int p1 = (unsigned int)n1;",
            "  f(p0, p1, p2);",
            "free(p0);",
        ] {
            assert!(c.contains(part), "{part}: {c}");
        }
    }
}
