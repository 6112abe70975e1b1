//! The classification of columns by whose personal data they contain. A test compares it with the tables of the database, so
//! that every new column is classified.

/// A table whose columns are classified. Names of columns are separated by spaces.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub name: &'static str,
    /// Columns about people outside the company: senders, subscribers, owners of accounts. Erasures remove their values.
    pub personal: &'static str,
    /// Columns that only name members of staff, whose actions are part of the company's records.
    pub staff: &'static str,
    /// All other columns.
    pub other: &'static str,
}

/// Returns a table without columns.
#[must_use]
pub const fn table(name: &'static str) -> Table {
    Table { name, personal: "", staff: "", other: "" }
}

impl Table {
    #[must_use]
    pub const fn personal(self, personal: &'static str) -> Self {
        Self { personal, ..self }
    }

    #[must_use]
    pub const fn staff(self, staff: &'static str) -> Self {
        Self { staff, ..self }
    }

    #[must_use]
    pub const fn other(self, other: &'static str) -> Self {
        Self { other, ..self }
    }

    /// Returns all columns.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.personal, self.staff, self.other].into_iter().flat_map(str::split_whitespace)
    }
}
