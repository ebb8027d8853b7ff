//! Ring: construction. An example in the documentation, which runs as a test, shows every public item of the SDK.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::files::is_for_tests;
use super::tree::{files, read, root};
use syn::visit::Visit;
use syn::{Attribute, Expr, ExprLit, ImplItemFn, Item, ItemImpl, Lit, Visibility};

/// The words of all examples in the documentation of a text.
fn shown(text: &str) -> BTreeSet<String> {
    let doc = |line: &str| {
        let line = line.trim_start();
        let inside = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        inside.map(|inside| inside.strip_prefix(' ').unwrap_or(inside).to_owned())
    };
    let mut fenced = false;
    let mut words = BTreeSet::new();
    for line in text.lines().map(doc) {
        match line {
            Some(line) if line.starts_with("```") => fenced = !fenced && !line.contains("text"),
            Some(line) if fenced => {
                words.extend(line.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
            }
            Some(_) => {}
            None => fenced = false,
        }
    }
    words
}

/// The public items of a file, including methods, that have no example of their own; items hidden from the documentation are left
/// out.
#[derive(Default)]
struct Public {
    names: Vec<String>,
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    let is_undocumented = |attribute: &Attribute| {
        let list = attribute.meta.require_list().ok();
        attribute.path().is_ident("doc")
            && list.is_some_and(|list| list.tokens.to_string().contains("hidden"))
    };
    attributes.iter().any(|attribute| is_undocumented(attribute) || is_for_tests(attribute))
}

fn has_example(attributes: &[Attribute]) -> bool {
    let of = |attribute: &Attribute| attribute.meta.require_name_value().ok().map(|pair| quote(&pair.value));
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(of)
        .any(|doc| doc.contains("```"))
}

/// The text of a string literal; `None` for any other expression.
fn quote(value: &Expr) -> String {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.value(),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Public {
    fn visit_item(&mut self, item: &'ast Item) {
        let (visibility, attributes, name) = match item {
            Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident),
            Item::Struct(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Enum(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Const(item) => (&item.vis, &item.attrs, &item.ident),
            Item::Mod(item) if is_hidden(&item.attrs) => return,
            _ => return syn::visit::visit_item(self, item),
        };
        if matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes) && !has_example(attributes) {
            self.names.push(name.to_string());
        }
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        if block.trait_.is_none() {
            syn::visit::visit_item_impl(self, block);
        }
    }

    fn visit_impl_item_fn(&mut self, method: &'ast ImplItemFn) {
        if matches!(method.vis, Visibility::Public(_))
            && !is_hidden(&method.attrs)
            && !has_example(&method.attrs)
        {
            self.names.push(method.sig.ident.to_string());
        }
    }
}

#[test]
fn every_public_item_is_in_an_example() {
    let mut sources = files(&root().join("src"), &[".rs"]);
    sources.retain(|path| !path.starts_with(root().join("src/device")));
    let texts: Vec<(PathBuf, String)> = sources.into_iter().map(|path| (path.clone(), read(path))).collect();
    let mut words = BTreeSet::new();
    texts.iter().for_each(|(_, text)| words.extend(shown(text)));
    words.extend(read("README.md").split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
    let mut missing = Vec::new();
    for (path, text) in &texts {
        let mut public = Public::default();
        public.visit_file(&syn::parse_file(text).unwrap());
        let unseen = public.names.into_iter().filter(|name| !words.contains(name));
        missing
            .extend(unseen.map(|name| format!("{}: {name}", path.strip_prefix(root()).unwrap().display())));
    }
    assert!(missing.is_empty(), "{} items are in no example:\n{}", missing.len(), missing.join("\n"));
}
