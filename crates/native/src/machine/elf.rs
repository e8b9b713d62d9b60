//! A linked program: its code, its functions, and what its stubs lead to.

use super::Machine;
use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind, SymbolKind};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The bytes of one section.
struct Section {
    address: u64,
    data: Vec<u8>,
}

/// A function as the table of symbols has it.
pub struct Symbol {
    /// The name that is shown; aliases follow.
    pub names: Vec<String>,
    pub address: u64,
    pub size: u64,
}

/// What is read of a program.
pub struct Image {
    pub machine: Machine,
    sections: Vec<Section>,
    /// By address.
    pub functions: Vec<Symbol>,
    starts: HashMap<u64, usize>,
    /// Symbols that the dynamic linker fills in, by the slot's address.
    slots: HashMap<u64, String>,
    pub statics: u64,
}

/// What lies at the target of a call.
pub enum At {
    Function(usize),
    Library(String),
    Inside(usize),
    Nothing,
}

impl Image {
    /// Reads the file.
    pub fn read(path: &Path) -> Result<Image, String> {
        let bytes =
            std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let file = object::File::parse(&*bytes)
            .map_err(|e| format!("{} is no program that can be read: {e}", path.display()))?;
        let machine = match file.architecture() {
            object::Architecture::X86_64 => Machine::X86_64,
            object::Architecture::I386 => Machine::I386,
            other => return Err(format!("code for {other:?} is not read; give --frames")),
        };
        let mut sections = Vec::new();
        let mut statics = 0;
        for s in file.sections() {
            if matches!(
                s.kind(),
                SectionKind::Data
                    | SectionKind::UninitializedData
                    | SectionKind::Tls
                    | SectionKind::UninitializedTls
            ) {
                statics += s.size();
            }
            if s.address() != 0 {
                let data = s.data().unwrap_or_default().to_vec();
                sections.push(Section {
                    address: s.address(),
                    data,
                });
            }
        }
        let mut slots = HashMap::new();
        for (slot, r) in file.dynamic_relocations().into_iter().flatten() {
            if let RelocationTarget::Symbol(index) = r.target() {
                let table = file.dynamic_symbol_table();
                let name = object::ObjectSymbolTable::symbol_by_index;
                if let Some(s) = table.and_then(|t| name(&t, index).ok()) {
                    if let Ok(n) = s.name() {
                        slots.insert(slot, n.to_string());
                    }
                }
            }
        }
        let mut found: BTreeMap<u64, Symbol> = BTreeMap::new();
        for s in file.symbols() {
            if s.kind() != SymbolKind::Text || s.is_undefined() || s.address() == 0 {
                continue;
            }
            let (Ok(name), address) = (s.name(), s.address()) else {
                continue;
            };
            if name.is_empty() {
                continue;
            }
            let entry = found.entry(address).or_insert(Symbol {
                names: Vec::new(),
                address,
                size: 0,
            });
            entry.names.push(name.to_string());
            entry.size = entry.size.max(s.size());
        }
        let mut functions: Vec<Symbol> = found.into_values().collect();
        // Assembly need not say how long a function is.
        for i in 0..functions.len() {
            let next = functions.get(i + 1).map(|f| f.address);
            if let (Some(f), Some(next)) = (functions.get_mut(i), next) {
                if f.size == 0 {
                    f.size = next - f.address;
                }
            }
        }
        let starts = functions
            .iter()
            .enumerate()
            .map(|(i, f)| (f.address, i))
            .collect();
        Ok(Image {
            machine,
            sections,
            functions,
            starts,
            slots,
            statics,
        })
    }

    /// The bytes from an address to the end of its section.
    pub fn bytes(&self, address: u64) -> &[u8] {
        for s in &self.sections {
            let Some(from) = address.checked_sub(s.address) else {
                continue;
            };
            if let Some(rest) = usize::try_from(from).ok().and_then(|f| s.data.get(f..)) {
                if !rest.is_empty() {
                    return rest;
                }
            }
        }
        &[]
    }

    /// A pointer in initialised data.
    pub fn pointer(&self, address: u64) -> Option<u64> {
        let b = self.bytes(address);
        match self.machine {
            Machine::X86_64 => Some(u64::from_le_bytes(b.get(..8)?.try_into().ok()?)),
            Machine::I386 => Some(u64::from(u32::from_le_bytes(b.get(..4)?.try_into().ok()?))),
        }
    }

    pub fn decoder(&self, address: u64, size: u64) -> Decoder<'_> {
        let bits = match self.machine {
            Machine::X86_64 => 64,
            Machine::I386 => 32,
        };
        let all = self.bytes(address);
        let len = usize::try_from(size).unwrap_or(usize::MAX).min(all.len());
        let bytes = all.get(..len).unwrap_or_default();
        Decoder::with_ip(bits, bytes, address, DecoderOptions::NONE)
    }

    /// The symbol that the dynamic linker puts into the slot of `jmp *slot`.
    pub fn slot(&self, i: &Instruction) -> Option<&str> {
        let memory = i.op_count() == 1 && i.op0_kind() == OpKind::Memory;
        if !memory || i.memory_index() != Register::None {
            return None;
        }
        let address = match i.memory_base() {
            Register::None | Register::RIP | Register::EIP => i.memory_displacement64(),
            _ => return None,
        };
        self.slots.get(&address).map(String::as_str)
    }

    /// What a call of this address reaches.
    pub fn at(&self, address: u64) -> At {
        if let Some(&i) = self.starts.get(&address) {
            return At::Function(i);
        }
        // A stub: at most `endbr64` before the jump through its slot.
        let mut decoder = self.decoder(address, 32);
        for _ in 0..3 {
            if !decoder.can_decode() {
                break;
            }
            let i = decoder.decode();
            if i.mnemonic() == Mnemonic::Jmp {
                if let Some(name) = self.slot(&i) {
                    return At::Library(name.to_string());
                }
                break;
            }
        }
        let index = self.functions.partition_point(|f| f.address <= address);
        match index
            .checked_sub(1)
            .and_then(|i| self.functions.get(i).map(|f| (i, f)))
        {
            Some((i, f)) if address < f.address + f.size => At::Inside(i),
            _ => At::Nothing,
        }
    }
}
