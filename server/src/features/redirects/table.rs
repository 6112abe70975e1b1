//! A table of all redirects in memory. It finds the redirect of a path, and detects redirects that would form a loop or a
//! chain.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    model::RedirectFields,
    store,
    target::{Target, readable_path},
};
use crate::platform::error::Result;

/// Redirects by their normalized path.
#[derive(Default)]
pub struct RedirectTable {
    entries: HashMap<String, Entry>,
    /// Paths by their lower-case form. Of several paths that differ only in case, one.
    by_lower_case: HashMap<String, String>,
}

/// A redirect of the table, without its path.
pub struct Entry {
    pub id: Uuid,
    pub target: Target,
    pub is_permanent: bool,
    /// Normalized path of the target; `None` for another site.
    own_path: Option<String>,
}

impl RedirectTable {
    /// Reads all redirects outside the trash.
    pub async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        let mut table = Self::default();
        for row in store::list_all(connection).await? {
            table.insert(row.id, &row.fields());
        }
        Ok(table)
    }

    /// Adds a redirect, or replaces the one with the same path. Ignores a redirect whose target can't be parsed.
    pub fn insert(&mut self, id: Uuid, fields: &RedirectFields) {
        if let Some(target) = Target::parse(&fields.to_url) {
            let own_path = target.own_path();
            let entry = Entry { id, target, is_permanent: fields.is_permanent, own_path };
            let lower_case = self.by_lower_case.entry(fields.from_path.to_lowercase());
            lower_case.or_insert_with(|| fields.from_path.clone());
            self.entries.insert(fields.from_path.clone(), entry);
        }
    }

    /// Removes the redirect at a normalized path.
    pub fn remove(&mut self, path: &str) {
        self.entries.remove(path);
        let lower_case = path.to_lowercase();
        match self.entries.keys().find(|other| is_same_path(other, path)) {
            Some(other) => self.by_lower_case.insert(lower_case, other.clone()),
            None => self.by_lower_case.remove(&lower_case),
        };
    }

    /// Returns the redirect at a normalized path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// Returns the redirect for the path of a request. If none has exactly this path, case doesn't matter.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&Entry> {
        self.get(path).or_else(|| self.get(self.by_lower_case.get(&path.to_lowercase())?))
    }

    /// Returns why a redirect can't be added, in Portuguese: it would form a loop, or a chain with another redirect. `None` if
    /// it can be added.
    #[must_use]
    pub fn chain_refusal(&self, fields: &RedirectFields) -> Option<String> {
        self.target_refusal(fields).or_else(|| self.source_refusal(fields))
    }

    /// Returns why a redirect can't have its target, in Portuguese: it leads back to the path of the redirect, or another
    /// redirect starts there. `None` if it can.
    #[must_use]
    pub fn target_refusal(&self, fields: &RedirectFields) -> Option<String> {
        let to = Target::parse(&fields.to_url).and_then(|target| target.own_path())?;
        if self.leads_to(&to, &fields.from_path) {
            return Some("Este destino levaria de volta ao próprio endereço de origem.".to_owned());
        }
        let next = self.find(&to)?.target.readable();
        Some(format!("Este destino já é redirecionado para {next}. Use {next}."))
    }

    /// Returns why a redirect can't have its path, in Portuguese: another redirect has this path or leads to it. `None` if it
    /// can.
    #[must_use]
    pub fn path_refusal(&self, fields: &RedirectFields) -> Option<String> {
        if let Some(other) = self.get(&fields.from_path) {
            return Some(format!("Este endereço já é redirecionado para {}.", other.target.readable()));
        }
        self.source_refusal(fields)
    }

    /// Returns why no redirect can start at the path of this one, in Portuguese: another redirect leads to it. `None` if one can.
    #[must_use]
    pub fn source_refusal(&self, fields: &RedirectFields) -> Option<String> {
        let from = &*fields.from_path;
        let leads_here = |own_path: &String| is_same_path(own_path, from);
        let mut others = self.entries.iter().filter(|(path, _)| *path != from);
        let (path, _) = others.find(|(_, entry)| entry.own_path.as_ref().is_some_and(leads_here))?;
        let path = readable_path(path);
        Some(format!("O redirecionamento de {path} leva a este endereço. Mude primeiro o destino dele."))
    }

    /// Returns whether redirects lead from `start` to `end`. Both are normalized.
    fn leads_to(&self, start: &str, end: &str) -> bool {
        let mut path = start;
        for _ in 0..=self.entries.len() {
            if is_same_path(path, end) {
                return true;
            }
            match self.find(path).and_then(|entry| entry.own_path.as_deref()) {
                Some(next) => path = next,
                None => return false,
            }
        }
        false
    }
}

/// Compares two paths without regard to case.
fn is_same_path(a: &str, b: &str) -> bool {
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_chains_are_refused() {
        let fields = |from: &str, to: &str| RedirectFields {
            from_path: from.into(),
            to_url: to.into(),
            is_permanent: true,
        };
        let mut table = RedirectTable::default();
        for (from, to) in
            [("/a", "/b"), ("/x", "/y#fim"), ("/y", "/z?de=y"), ("/site", "https://exemplo.com.br/")]
        {
            table.insert(Uuid::nil(), &fields(from, to));
        }
        let refusal = |from: &str, to: &str| table.chain_refusal(&fields(from, to));
        for (from, to, part) in [
            ("/n", "/n/", "de volta"),
            ("/n", "/N", "de volta"),
            ("/B", "/A", "de volta"),
            ("/n", "/A", "Use /b."),
            ("/b", "/a", "de volta"),
            ("/z", "/x", "de volta"),
            ("/n", "/%61", "Use /b."),
            ("/n", "/site", "Use https://exemplo.com.br/."),
            ("/b", "/c", "de /a leva"),
        ] {
            let message = refusal(from, to).unwrap_or_else(|| panic!("{from} {to}"));
            assert!(message.contains(part), "{from} {to}: {message}");
        }
        for (from, to) in [("/n", "/b"), ("/a", "/c"), ("/n", "https://exemplo.com.br/a")] {
            assert_eq!(refusal(from, to), None, "{from} {to}");
        }
    }

    #[test]
    fn path_in_other_case_is_found_until_all_spellings_are_removed() {
        let mut table = RedirectTable::default();
        for from in ["/A", "/a"] {
            let fields =
                RedirectFields { from_path: from.into(), to_url: format!("/de{from}"), is_permanent: true };
            table.insert(Uuid::nil(), &fields);
        }
        assert_eq!(table.find("/a").and_then(|entry| entry.own_path.as_deref()), Some("/de/a"));
        table.remove("/A");
        assert_eq!(table.find("/A").and_then(|entry| entry.own_path.as_deref()), Some("/de/a"));
        table.remove("/a");
        assert!(table.find("/A").is_none());
    }
}
