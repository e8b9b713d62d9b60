//! Which file names what another defines.

use super::modules::{ModuleId, Tree};
use std::collections::BTreeSet;
use std::path::PathBuf;
use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

/// All pairs (file, file it imports from), without a file's own.
pub fn imports(tree: &Tree) -> BTreeSet<(PathBuf, PathBuf)> {
    let mut out = BTreeSet::new();
    for id in tree.ids() {
        let mut seen = Seen { paths: Vec::new() };
        for item in &tree.module(id).items {
            match item {
                // A name that is handed on is no use of what it names.
                Item::Use(u) if !matches!(u.vis, Visibility::Inherited) => {}
                item => seen.visit_item(item),
            }
        }
        for path in seen.paths {
            if let Some(to) = tree.resolve(id, &path) {
                add(tree, id, to, &mut out);
            }
        }
    }
    out
}

fn add(tree: &Tree, from: ModuleId, to: ModuleId, out: &mut BTreeSet<(PathBuf, PathBuf)>) {
    let (a, b) = (&tree.module(from).file, &tree.module(to).file);
    if a != b {
        out.insert((a.clone(), b.clone()));
    }
}

struct Seen {
    paths: Vec<Vec<String>>,
}

impl<'a> Visit<'a> for Seen {
    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.paths.push(names);
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        leaves(&item.tree, &mut Vec::new(), &mut self.paths);
    }

    /// `pub(super)` names who may use an item; the item uses nothing by it.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    /// Modules in a file are visited on their own.
    fn visit_item_mod(&mut self, _: &'a syn::ItemMod) {}
}

fn leaves(tree: &UseTree, at: &mut Vec<String>, out: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(p) => {
            at.push(p.ident.to_string());
            leaves(&p.tree, at, out);
            at.pop();
        }
        UseTree::Name(n) if n.ident == "self" => out.push(at.clone()),
        UseTree::Name(n) => out.push([at.as_slice(), &[n.ident.to_string()]].concat()),
        UseTree::Rename(r) => out.push([at.as_slice(), &[r.ident.to_string()]].concat()),
        // What a glob brings is found where it is used.
        UseTree::Glob(_) => {}
        UseTree::Group(g) => g.items.iter().for_each(|t| leaves(t, at, out)),
    }
}
