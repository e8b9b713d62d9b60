//! The shipped C files, inside the binary: an installed Everypath needs no
//! data folder. They are written into a scratch folder when they are needed.

use std::io;
use std::path::Path;

/// `klee/klee.h`, for harnesses that were written for KLEE.
pub const KLEE_H: &str = include_str!("../../../runtime/include/klee/klee.h");
/// `everypath.h`, our own interface.
pub const EVERYPATH_H: &str = include_str!("../../../runtime/include/everypath.h");
/// The replay side of both and of SV-COMP's functions.
pub const REPLAY_C: &str = include_str!("../../../runtime/replay/replay.c");

/// What a contract says, checked at the return.
pub const CONTRACTS_C: &str = include_str!("../../../runtime/replay/contracts.c");

/// A painted stack, and counted blocks.
pub const MEASURE_C: &str = include_str!("../../../runtime/replay/measure.c");

/// Handlers of interrupts, behind [`MEASURE_C`].
pub const FIRE_C: &str = include_str!("../../../runtime/replay/fire.c");

/// Devices at fixed addresses.
pub const DEVICES_C: &str = include_str!("../../../runtime/replay/devices.c");

/// The counter and the watch of `everypath time`.
pub const TIME_C: &str = include_str!("../../../runtime/replay/time.c");

/// The server of a program that is fuzzed.
pub const FUZZ_C: &str = include_str!("../../../runtime/fuzz/fuzz.c");

/// Writes the headers to `folder` (`klee/klee.h`, `everypath.h`), for `-I`.
pub fn write_headers(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder.join("klee"))?;
    std::fs::write(folder.join("klee/klee.h"), KLEE_H)?;
    std::fs::write(folder.join("everypath.h"), EVERYPATH_H)
}
