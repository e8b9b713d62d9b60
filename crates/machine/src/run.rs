//! Runs a state: the concrete fast path, single steps for what it does not
//! know, and the looks at the clock between them.

use crate::driver::Driver;
use crate::halt::Halt;
use crate::machine::{Machine, Stop};
use crate::options::Arith;
use crate::state::State;
use crate::step::fast;

impl<D: Driver> Machine<D> {
    /// Runs until the path ends, another state was spawned, or about `fuel`
    /// LLVM instructions were executed.
    pub fn run(&mut self, st: &mut State<D>, fuel: u64) -> Stop {
        let program = self.program.clone();
        let mut fuel = fuel.min(i64::MAX as u64) as i64;
        let math = self.options.arith == Arith::Math;
        let recording = D::records(self);
        loop {
            if st.initial_heap.pending() {
                if let Err(halt) = self.settle_parameters(st) {
                    match *halt {
                        Halt::End(end) => return Stop::End(Box::new(end)),
                        Halt::Again => continue,
                        Halt::Join => return Stop::Join,
                        Halt::Late => return Stop::Yield,
                    }
                }
                if !self.found.spawned.is_empty() {
                    return Stop::Yield;
                }
            }
            if math || recording {
                // Each op passes through the slow path: integers are terms,
                // and the tree wants every line.
                fuel -= 1;
                D::line(self, st);
            } else {
                fast::run(&program, st, &self.coverage, &mut fuel);
            }
            if fuel < 0 {
                return Stop::Yield;
            }
            if let Err(halt) = self.slow(&program, st) {
                match *halt {
                    Halt::End(end) => return Stop::End(Box::new(end)),
                    Halt::Again => continue,
                    Halt::Join => return Stop::Join,
                    Halt::Late => return Stop::Yield,
                }
            }
            if self.late() {
                return Stop::Yield;
            }
            if !self.found.spawned.is_empty() {
                return Stop::Yield;
            }
        }
    }

    /// Whether the run must end now.
    fn late(&mut self) -> bool {
        let stats = self.cx.smt.stats();
        self.clock.step(stats.sat_calls + stats.z3_calls)
    }

    /// Runs a state that is being rebuilt until its decisions or the fuel are
    /// used up. Stops before the op that would make the next decision.
    pub fn run_until_replayed(&mut self, st: &mut State<D>, fuel: u64) -> Stop {
        let program = self.program.clone();
        let mut fuel = fuel.min(i64::MAX as u64) as i64;
        while st.replaying() && fuel >= 0 {
            fuel -= 1;
            if st.initial_heap.pending() {
                match self.settle_parameters(st).map_err(|halt| *halt) {
                    Err(Halt::End(end)) => return Stop::End(Box::new(end)),
                    // The next decision may be one of another op.
                    _ => continue,
                }
            }
            if self.options.arith != Arith::Math {
                fast::run(&program, st, &self.coverage, &mut fuel);
            }
            if let Err(halt) = self.slow(&program, st) {
                match *halt {
                    Halt::End(end) => return Stop::End(Box::new(end)),
                    Halt::Again => continue,
                    Halt::Join => st.top.ip += 1,
                    Halt::Late => return Stop::Yield,
                }
            }
        }
        Stop::Yield
    }
}
