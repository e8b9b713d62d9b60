//! `--no-isolation`, which every verb with native runs takes.

/// What native runs may do, the same for every verb that has some.
#[derive(Clone, Copy, Debug, Default)]
pub struct Isolation {
    /// Run natively without isolation: the program can change and delete your files
    pub no_isolation: bool,
}

impl Isolation {
    /// What native runs are asked for.
    pub fn demand(self) -> ep_native::Demand {
        match self.no_isolation {
            true => ep_native::Demand::Waived,
            false => ep_native::Demand::Required,
        }
    }

    /// The default limits of a native run.
    pub fn limits(self) -> ep_native::Limits {
        ep_native::Limits {
            isolation: self.demand(),
            ..ep_native::Limits::default()
        }
    }
}
