//! Which file of a crate uses which, found from its syntax: every path is followed, through imports and re-exports, to
//! the file that defines what it names. Tests inside the files are left out because they may use anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::tree::{files, read};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Attribute, Expr, Item, ItemMod, ItemUse, Macro, Meta, Token, UseTree, Visibility};

/// The path of a module: its names from the root of the crate, whose path is empty.
type Module = Vec<String>;

/// The files of a crate below `src/`, by their modules.
pub struct Crate {
    files: BTreeMap<Module, Source>,
}

/// What a file defines and names.
struct Source {
    path: PathBuf,
    /// Imports and re-exports: the name in this file, and the path that it stands for.
    imports: BTreeMap<String, Vec<String>>,
    /// Every path in the code.
    paths: BTreeSet<Vec<String>>,
}

impl Crate {
    pub fn read(root: &Path) -> Self {
        let mut sources = BTreeMap::new();
        for path in files(root, &[".rs"]) {
            let module = module_of(root, &path);
            let syntax = syn::parse_file(&read(&path)).unwrap();
            let mut seen = Seen::default();
            seen.visit_file(&syntax);
            let Seen { imports, paths } = seen;
            sources.insert(module, Source { path: path.strip_prefix(root).unwrap().into(), imports, paths });
        }
        let mut of_crate = Self { files: sources };
        of_crate.forget_tests();
        of_crate
    }

    /// Leaves out files declared by `#[cfg(test)] mod tests;`, which contain no code of the crate.
    fn forget_tests(&mut self) {
        self.files.retain(|module, _| module.last().is_none_or(|name| name != "tests"));
    }

    /// For each file, the other files that it uses.
    pub fn uses(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let of = |(module, source): (&Module, &Source)| -> BTreeSet<&Path> {
            let used = source.paths.iter().filter_map(|path| self.file_of(module, path));
            used.filter(|used| *used != source.path).collect()
        };
        self.files.iter().map(|(module, source)| (source.path.as_path(), of((module, source)))).collect()
    }

    /// The file that defines what `path` names in `module`; `None` for items of other crates and for a module itself.
    fn file_of(&self, module: &[String], path: &[String]) -> Option<&Path> {
        let mut path = path.to_vec();
        let mut at = module.to_vec();
        for _ in 0..64 {
            let (first, rest) = path.split_first()?;
            match first.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()?),
                name => {
                    let mut inner = at.clone();
                    inner.push(name.to_owned());
                    if self.files.contains_key(&inner) {
                        at = inner;
                    } else if let Some(meant) = self.files.get(&at)?.imports.get(name) {
                        path = meant.iter().chain(rest).cloned().collect();
                        continue;
                    } else if at == module && path.len() > 1 && !self.defines_root(&path) {
                        return None;
                    } else {
                        return Some(&self.files.get(&at)?.path);
                    }
                }
            }
            path = rest.to_vec();
        }
        None
    }

    /// Whether a path of several names can start with an item of this crate, which is an enum or a type, and not with another crate.
    fn defines_root(&self, path: &[String]) -> bool {
        path[0].starts_with(char::is_uppercase)
    }
}

/// The circles among `uses`: sets of files, each of which uses itself through all others.
pub fn circles<'p>(uses: &BTreeMap<&'p Path, BTreeSet<&'p Path>>) -> Vec<Vec<&'p Path>> {
    let reached: BTreeMap<&Path, BTreeSet<&Path>> =
        uses.keys().map(|&file| (file, reach(uses, file))).collect();
    let mut circles = BTreeSet::new();
    for (file, from) in &reached {
        let circle: Vec<&Path> = from.iter().copied().filter(|other| reached[other].contains(file)).collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// All files that a file uses, directly or through others.
fn reach<'p>(uses: &BTreeMap<&'p Path, BTreeSet<&'p Path>>, from: &'p Path) -> BTreeSet<&'p Path> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        open.extend(uses[file].iter().filter(|used| reached.insert(**used)));
    }
    reached
}

fn module_of(root: &Path, file: &Path) -> Module {
    let below = file.strip_prefix(root).unwrap().with_extension("");
    let mut names: Module = below.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

#[derive(Default)]
struct Seen {
    imports: BTreeMap<String, Vec<String>>,
    paths: BTreeSet<Vec<String>>,
}

/// The paths of a `use`, each with the name that it gets.
fn leaves(tree: &UseTree, before: &[String]) -> Vec<(String, Vec<String>)> {
    let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<String>>();
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &with(&path.ident)),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| leaves(tree, before)).collect(),
        UseTree::Name(name) if name.ident == "self" => {
            vec![(before.last().unwrap().clone(), before.to_vec())]
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), with(&name.ident))],
        UseTree::Rename(renamed) => vec![(renamed.rename.to_string(), with(&renamed.ident))],
        // A glob of another crate is fine; one of this crate would hide what is used.
        UseTree::Glob(_) => {
            assert!(!["crate", "self", "super"].contains(&before[0].as_str()), "a glob of {before:?}");
            Vec::new()
        }
    }
}

impl<'ast> Visit<'ast> for Seen {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(ItemMod { attrs, .. }) => attrs.as_slice(),
            Item::Fn(function) => &function.attrs,
            _ => &[],
        };
        if !attributes.iter().any(is_for_tests) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for (name, path) in leaves(&item.tree, &[]) {
            if matches!(item.vis, Visibility::Inherited) {
                self.paths.insert(path.clone());
            }
            self.imports.insert(name, path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
        syn::visit::visit_macro(self, call);
    }
}

/// Whether an item with this attribute is only compiled for tests.
pub fn is_for_tests(attribute: &Attribute) -> bool {
    matches!(&attribute.meta, Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string() == "test")
}
