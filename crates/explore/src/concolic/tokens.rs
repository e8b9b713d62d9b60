//! Tokens for mutations from the program itself: the texts that its functions
//! hand to others, and the numbers that they compare with.
//!
//! As the automatic dictionaries of libFuzzer and AFL++ (`autodict`), but read
//! off the whole module. Cost: one pass over the instructions.

use ep_ir::{Callee, InstKind, IntPred, Module, Operand, Terminator, Type};

/// The most tokens that are taken.
const MOST: usize = 256;
/// The longest text that is a token.
const LONGEST: usize = 32;

/// The tokens of the user's functions, each once.
pub fn tokens(module: &Module) -> Vec<Vec<u8>> {
    let mut out = Tokens {
        module,
        found: Vec::new(),
    };
    for (_, f) in module.functions.iter() {
        let file = module.locs.get(f.loc).map(|p| &module.files[p.file]);
        // Models have no positions.
        if module.from_source && file.is_none_or(String::is_empty) {
            continue;
        }
        for (_, block) in f.blocks.iter() {
            for inst in &block.insts {
                out.instruction(&inst.kind);
            }
            if let Terminator::Switch { ty, cases, .. } = &block.term {
                for c in cases {
                    out.number(*ty, c.value as u64);
                }
            }
        }
    }
    out.found
}

struct Tokens<'m> {
    module: &'m Module,
    found: Vec<Vec<u8>>,
}

impl Tokens<'_> {
    fn instruction(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Call { callee, args, .. } => {
                if self.writes(callee) {
                    return;
                }
                for a in args {
                    if let Operand::Global(g, offset) = a.value {
                        self.text(g, offset);
                    }
                }
            }
            InstKind::Cmp { pred, ty, a, b, .. } => {
                for side in [a, b] {
                    if let Operand::Int(k) = side {
                        let inclusive = matches!(pred, IntPred::Eq | IntPred::Ne);
                        self.number(*ty, *k);
                        if !inclusive {
                            self.number(*ty, k.wrapping_add(1));
                            self.number(*ty, k.wrapping_sub(1));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Formats and messages are no part of an input's language.
    fn writes(&self, callee: &Callee) -> bool {
        let Callee::Direct(f) = callee else {
            return false;
        };
        let name = self.module.functions[*f].name.as_str();
        name.contains("print")
            || matches!(
                name,
                "puts" | "fputs" | "perror" | "__assert_fail" | "fwrite"
            )
    }

    fn text(&mut self, g: ep_ir::GlobalId, offset: i64) {
        let global = &self.module.globals[g];
        let Some(init) = global.init.as_ref().filter(|_| global.constant) else {
            return;
        };
        let Some(rest) = usize::try_from(offset)
            .ok()
            .and_then(|o| init.bytes.get(o..))
        else {
            return;
        };
        let Some(end) = rest.iter().position(|b| *b == 0) else {
            return;
        };
        if (2..=LONGEST).contains(&end) && rest[..end].iter().all(|b| (b' '..=b'~').contains(b)) {
            self.add(rest[..end].to_vec());
        }
    }

    /// A number as bytes in both orders, and as a numeral.
    fn number(&mut self, ty: Type, k: u64) {
        let Type::Int(width) = ty else { return };
        let bytes = (width as usize / 8).min(8);
        // One byte is found by flipping it.
        let k = k & ep_machine::value::mask(width.min(64));
        let negated = ep_machine::value::mask(width.min(64)) - k;
        if bytes < 2 || k < 256 || negated < 256 {
            return;
        }
        let little = k.to_le_bytes()[..bytes].to_vec();
        let mut big = little.clone();
        big.reverse();
        self.add(little);
        self.add(big);
        self.add(k.to_string().into_bytes());
    }

    fn add(&mut self, token: Vec<u8>) {
        if self.found.len() < MOST && !self.found.contains(&token) {
            self.found.push(token);
        }
    }
}
