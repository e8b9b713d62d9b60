//! The modules of a crate, with the file and the names of each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree};

/// A module by its place in [`Tree::modules`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ModuleId(u32);

/// One module: of a file of its own or written inside one.
pub struct Module {
    pub file: PathBuf,
    pub parent: Option<ModuleId>,
    pub items: Vec<Item>,
    children: BTreeMap<String, ModuleId>,
    /// Items that stand here.
    defined: BTreeSet<String>,
    /// What `use` brings under a name, re-exported or not.
    brought: BTreeMap<String, Vec<String>>,
    /// `use a::b::*`.
    globs: Vec<Vec<String>>,
}

/// All modules below one crate root, without those under `#[cfg(test)]`.
pub struct Tree {
    modules: Vec<Module>,
}

/// What is being followed: globs that lead to each other would go round.
type Seen = BTreeSet<(ModuleId, Vec<String>)>;

impl Tree {
    /// Reads the crate whose first file is `root`.
    pub fn read(root: &Path) -> Result<Tree, String> {
        let mut tree = Tree {
            modules: Vec::new(),
        };
        let folder = root.parent().unwrap_or(Path::new(""));
        tree.file(root, folder, None)?;
        Ok(tree)
    }

    pub fn ids(&self) -> impl Iterator<Item = ModuleId> {
        (0..self.modules.len() as u32).map(ModuleId)
    }

    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// Reads `file`, whose modules lie in `folder`.
    fn file(
        &mut self,
        file: &Path,
        folder: &Path,
        parent: Option<ModuleId>,
    ) -> Result<ModuleId, String> {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let parsed = syn::parse_file(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        self.add(file, folder, parsed.items, parent)
    }

    fn add(
        &mut self,
        file: &Path,
        folder: &Path,
        items: Vec<Item>,
        parent: Option<ModuleId>,
    ) -> Result<ModuleId, String> {
        let id = ModuleId(self.modules.len() as u32);
        let mut module = Module {
            file: file.to_path_buf(),
            parent,
            items: Vec::new(),
            children: BTreeMap::new(),
            defined: BTreeSet::new(),
            brought: BTreeMap::new(),
            globs: Vec::new(),
        };
        let mut inner = Vec::new();
        for item in items {
            match item {
                Item::Mod(m) if is_test(&m.attrs) => {}
                Item::Mod(m) => inner.push(m),
                Item::Use(u) => {
                    flatten(&u.tree, &mut Vec::new(), &mut module);
                    module.items.push(Item::Use(u));
                }
                item => {
                    module.defined.extend(name_of(&item));
                    module.items.push(item);
                }
            }
        }
        // Those of other crates bring nothing of ours.
        module.globs.retain(|g| {
            let first = g.first().map_or("", String::as_str);
            ["crate", "self", "super"].contains(&first) || inner.iter().any(|m| m.ident == first)
        });
        self.modules.push(module);
        for m in inner {
            let name = m.ident.to_string();
            let below = folder.join(&name);
            let child = match m.content {
                Some((_, items)) => self.add(file, &below, items, Some(id))?,
                None => {
                    let found = find(folder, &name, &m.attrs)?;
                    // `#[path]` may name a `mod.rs` in a folder of another name.
                    let inside = found.parent().filter(|_| found.ends_with("mod.rs"));
                    self.file(&found, inside.unwrap_or(&below), Some(id))?
                }
            };
            self.modules[id.0 as usize].children.insert(name, child);
        }
        Ok(id)
    }

    /// The module that defines what `path` names when it stands in `from`, or
    /// nothing when that is no item of this crate.
    pub fn resolve(&self, from: ModuleId, path: &[String]) -> Option<ModuleId> {
        self.follow(from, path, &mut Seen::new())
    }

    fn follow(&self, from: ModuleId, path: &[String], seen: &mut Seen) -> Option<ModuleId> {
        if !seen.insert((from, path.to_vec())) {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.within(ModuleId(0), rest, seen),
            "self" => self.within(from, rest, seen),
            "super" => {
                let mut at = self.module(from).parent?;
                let mut rest = rest;
                while let Some(("super", more)) =
                    rest.split_first().map(|(f, more)| (f.as_str(), more))
                {
                    at = self.module(at).parent?;
                    rest = more;
                }
                self.within(at, rest, seen)
            }
            name => {
                let m = self.module(from);
                let ours = m.children.contains_key(name)
                    || m.brought.get(name).is_some_and(|to| to != path);
                // Names of this very module, and those of other crates, are no
                // imports; a single name may come by a glob.
                if ours {
                    self.within(from, path, seen)
                } else if m.defined.contains(name) {
                    Some(from)
                } else {
                    (m.globs.iter()).find_map(|g| {
                        let mut longer = g.clone();
                        longer.extend(path.iter().cloned());
                        let at = self.follow(from, &longer, seen)?;
                        self.holds(at, path).then_some(at)
                    })
                }
            }
        }
    }

    /// Whether `at` itself has what `path` begins or ends with.
    fn holds(&self, at: ModuleId, path: &[String]) -> bool {
        let m = self.module(at);
        path.iter()
            .any(|p| m.defined.contains(p) || m.children.contains_key(p))
    }

    fn within(&self, at: ModuleId, path: &[String], seen: &mut Seen) -> Option<ModuleId> {
        let Some((first, rest)) = path.split_first() else {
            return Some(at);
        };
        let m = self.module(at);
        if let Some(&child) = m.children.get(first) {
            return self.within(child, rest, seen);
        }
        if m.defined.contains(first) {
            return Some(at);
        }
        if let Some(to) = m.brought.get(first) {
            let mut longer = to.clone();
            longer.extend(rest.iter().cloned());
            return self.follow(at, &longer, seen);
        }
        for g in &m.globs {
            let mut longer = g.clone();
            longer.extend(path.iter().cloned());
            if let Some(to) = self.follow(at, &longer, seen) {
                if self.holds(to, path) {
                    return Some(to);
                }
            }
        }
        Some(at)
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("cfg")
            && a.parse_args::<syn::Ident>()
                .is_ok_and(|word| word == "test")
    })
}

fn find(folder: &Path, name: &str, attributes: &[Attribute]) -> Result<PathBuf, String> {
    for a in attributes.iter().filter(|a| a.path().is_ident("path")) {
        if let syn::Meta::NameValue(v) = &a.meta {
            if let syn::Expr::Lit(l) = &v.value {
                if let syn::Lit::Str(s) = &l.lit {
                    return Ok(folder.join(s.value()));
                }
            }
        }
    }
    let flat = folder.join(format!("{name}.rs"));
    let deep = folder.join(name).join("mod.rs");
    [flat, deep]
        .into_iter()
        .find(|f| f.is_file())
        .ok_or_else(|| format!("{}: no file for module `{name}`", folder.display()))
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(i) => &i.ident,
        Item::Enum(i) => &i.ident,
        Item::Fn(i) => &i.sig.ident,
        Item::Static(i) => &i.ident,
        Item::Struct(i) => &i.ident,
        Item::Trait(i) => &i.ident,
        Item::TraitAlias(i) => &i.ident,
        Item::Type(i) => &i.ident,
        Item::Union(i) => &i.ident,
        Item::Macro(i) => i.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

fn flatten(tree: &UseTree, at: &mut Vec<String>, module: &mut Module) {
    match tree {
        UseTree::Path(p) => {
            at.push(p.ident.to_string());
            flatten(&p.tree, at, module);
            at.pop();
        }
        UseTree::Name(n) => {
            let name = n.ident.to_string();
            let mut path = at.clone();
            if name == "self" {
                if let Some(last) = at.last() {
                    module.brought.insert(last.clone(), path);
                }
            } else {
                path.push(name.clone());
                module.brought.insert(name, path);
            }
        }
        UseTree::Rename(r) => {
            let mut path = at.clone();
            path.push(r.ident.to_string());
            module.brought.insert(r.rename.to_string(), path);
        }
        UseTree::Glob(_) => module.globs.push(at.clone()),
        UseTree::Group(g) => {
            for t in &g.items {
                flatten(t, at, module);
            }
        }
    }
}
