//! Before the first instruction: globals, constructors, the entry's
//! parameters. And after the last: status and leaks.

use super::host::{InputRequest, Linked};
use super::machine::{Machine, Passed, PassedArgs};
use super::memory::Kind;
use super::stop::{Stop, R};
use super::value::{Value, Wide};
use super::watch::{Watch, Watched};
use super::{End, Host, InterpConfig, Outcome};
use crate::module::RelocTarget;
use crate::scalar::mask64;
use crate::{FuncId, LocId, Module, Type};
use ep_base::outcome::{ErrorKind, InputSource};

/// Runs a verified module.
pub(super) fn run(
    module: &Module,
    entry: FuncId,
    config: &InterpConfig,
    host: &mut dyn Host,
    watch: Option<&mut dyn Watch>,
) -> Outcome {
    let mut machine = Machine::new(module, config, host);
    machine.watched = watch.map(|w| Watched::new(module, w));
    let stop = match machine.whole_run(entry) {
        Ok(stop) | Err(stop) => stop,
    };
    let mut stack = machine.stack();
    if stack.is_empty() {
        stack.push(super::StackEntry {
            func: entry,
            loc: machine.loc,
        });
    }
    Outcome {
        end: stop.end,
        message: stop.message,
        loc: machine.loc,
        stack,
        stdout: machine.stdout,
        stderr: machine.stderr,
        llvm_instructions: machine.steps.saturating_add(machine.charged),
        charged: machine.charged,
        heap_high_water: machine.memory.heap_high,
        course: machine.course,
        stack_high_water: machine.stack_high,
        by_function: machine.by_function,
    }
}

impl<'m> Machine<'m, '_> {
    fn whole_run(&mut self, entry: FuncId) -> R<Box<Stop>> {
        self.globals()?;
        let stop = match self.program(entry) {
            Ok(status) => Stop::end(End::Exit { status }),
            Err(stop) => stop,
        };
        if self.config.check_leaks && matches!(stop.end, End::Exit { .. }) {
            let mut roots: Vec<Value> = self.result.iter().map(|w| w.low()).collect();
            if !self.frames.is_empty() {
                roots.extend(self.live_registers());
            }
            if let Some(o) = self.memory.leak(roots.into_iter()) {
                self.loc = o.loc;
                return Err(Stop::error(
                    ErrorKind::Leak,
                    format!("{} bytes allocated here are never freed", o.size),
                ));
            }
        }
        Ok(stop)
    }

    fn program(&mut self, entry: FuncId) -> R<Option<u64>> {
        for ctor in &self.module.constructors {
            self.call_from_outside(*ctor, &[])?;
        }
        let args = self.entry_arguments(entry)?;
        let func = &self.module.functions[entry];
        self.loc = func.loc;
        self.call_from_outside(entry, &args)?;
        // A model of `exit` runs what `atexit` registered.
        if func.name == "main" {
            if self.result.first().is_some_and(|v| v.undef != 0) {
                return Err(Stop::error(
                    ErrorKind::UninitialisedRead,
                    "the result of main was never set",
                ));
            }
            if let (Some(exit), Some(status)) = (self.module.function("exit"), self.result.first())
            {
                if !self.module.functions[exit].is_declaration() {
                    let status = Passed {
                        value: *status,
                        ty: Type::Int(32),
                        byval: None,
                    };
                    self.call_from_outside(exit, &[status])?;
                }
            }
        }
        Ok(match (self.result.first(), func.rets.first()) {
            (None, _) => Some(0),
            (Some(v), Some(Type::Int(w))) if v.undef == 0 && *w <= 64 => Some(v.low().bits),
            _ => None,
        })
    }

    fn call_from_outside(&mut self, f: FuncId, args: &[Passed]) -> R<()> {
        self.result.clear();
        if self.module.functions[f].is_declaration() {
            return Err(Stop::unsupported(format!(
                "{} has no body",
                self.module.functions[f].name
            )));
        }
        let depth = self.frames.len();
        self.enter(f, args, &[])?;
        self.execute(depth)
    }

    fn globals(&mut self) -> R<()> {
        for (id, g) in self.module.globals.iter() {
            let kind = if g.init.is_some() {
                Kind::Global(id)
            } else {
                Kind::External(id)
            };
            self.memory.add_global(kind, g.size, g.align, g.constant)?;
        }
        for (id, g) in self.module.globals.iter() {
            let Some(init) = &g.init else { continue };
            self.memory.init_global(id, 0, &init.bytes);
            for r in &init.relocs {
                let mut v = match r.target {
                    RelocTarget::Global(t) => self.memory.global(t),
                    RelocTarget::Func(f) => self.function_address(f),
                    RelocTarget::Label(f, b) => self.label_address(f, b),
                };
                v.bits = v.bits.wrapping_add_signed(r.addend) & mask64(self.ptr_bits);
                self.memory.init_address(id, r.offset, v);
            }
        }
        Ok(())
    }

    /// A string or buffer that the environment owns.
    fn environment(&mut self, bytes: &[u8]) -> R<Value> {
        let v = self.memory.push_stack(bytes.len() as u64, 16, LocId(0))?;
        self.memory.write_bytes(v, bytes)?;
        Ok(v)
    }

    fn entry_arguments(&mut self, entry: FuncId) -> R<PassedArgs> {
        let func = &self.module.functions[entry];
        let mut out = PassedArgs::new();
        if func.name == "main" {
            let mut pointers = Vec::new();
            let program = self.config.program.clone();
            for arg in std::iter::once(&program).chain(&self.config.args) {
                let mut bytes = arg.clone();
                bytes.push(0);
                pointers.push(self.environment(&bytes)?);
            }
            let argc = pointers.len() as u64;
            // argv and an empty envp, each ending with null.
            let n = u64::from(self.ptr_bits / 8);
            let argv = self.memory.push_stack((argc + 1) * n, 16, LocId(0))?;
            let envp = self.memory.push_stack(n, 16, LocId(0))?;
            pointers.push(Value::int(0));
            for (i, p) in pointers.iter().enumerate() {
                let mut at = argv;
                at.bits += i as u64 * n;
                self.memory.store(at, n as usize, *p)?;
            }
            self.memory.store(envp, n as usize, Value::int(0))?;
            for (i, p) in func.params.iter().enumerate() {
                let value = match i {
                    0 => Value::int(argc),
                    1 => argv,
                    2 => envp,
                    _ => Value::UNDEF,
                };
                out.push(Passed {
                    value: value.into(),
                    ty: p.ty,
                    byval: None,
                });
            }
            return Ok(out);
        }
        for (i, p) in func.params.iter().enumerate() {
            let index = i as u32;
            let name = func
                .vars
                .iter()
                .find(|(_, v)| v.arg == index + 1)
                .map_or("", |(_, v)| v.name.as_str());
            let value: Wide = if p.ty == Type::Ptr {
                let request = InputRequest {
                    source: InputSource::Buffer { index },
                    name,
                    len: p.byval.map(|(size, _)| size),
                };
                match (self.host.input(&request), p.byval) {
                    (Some(bytes), None) => match self.host.linked(index) {
                        None => self.environment(&bytes)?.into(),
                        Some(linked) => self.linked_objects(&bytes, &linked)?.into(),
                    },
                    (bytes, Some((size, _))) => {
                        let mut bytes = bytes.unwrap_or_default();
                        bytes.resize(size as usize, 0);
                        self.environment(&bytes)?.into()
                    }
                    (None, None) => Value::int(0).into(),
                }
            } else {
                let n = self.module.layout.store_size(p.ty);
                self.input(InputSource::Parameter { index }, name, n)
                    .cut(self.bits(p.ty))
            };
            out.push(Passed {
                value,
                ty: p.ty,
                byval: p.byval,
            });
        }
        Ok(out)
    }

    /// Objects of the heap that lead to each other; the address of the first.
    fn linked_objects(&mut self, bytes: &[u8], linked: &Linked) -> R<Value> {
        let mut objects = Vec::new();
        let mut rest = bytes;
        for size in &linked.sizes {
            let Some((own, behind)) = rest.split_at_checked(*size as usize) else {
                break;
            };
            let v = self.memory.allocate(*size, 16, true, LocId(0))?;
            self.memory.write_bytes(v, own)?;
            objects.push(v);
            rest = behind;
        }
        let n = (self.ptr_bits / 8) as usize;
        for (from, offset, to) in &linked.edges {
            let (Some(from), Some(to)) = (objects.get(*from as usize), objects.get(*to as usize))
            else {
                continue;
            };
            let mut at = *from;
            at.bits += offset;
            self.memory.store(at, n, *to)?;
        }
        Ok(objects.first().copied().unwrap_or(Value::int(0)))
    }

    /// An input of at most 16 bytes as a number.
    pub(super) fn input(&mut self, source: InputSource, name: &str, n: u64) -> Wide {
        let request = InputRequest {
            source,
            name,
            len: Some(n),
        };
        self.inputs += 1;
        let bytes = self.host.input(&request).unwrap_or_default();
        let word = bytes
            .iter()
            .take(n.min(16) as usize)
            .enumerate()
            .fold(0u128, |v, (i, b)| v | u128::from(*b) << (8 * i));
        Wide::int(word)
    }
}
