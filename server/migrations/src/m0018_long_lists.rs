//! Indexes for fast lists and searches with 100,000 contacts and 10,000 posts: trigrams of the searched text, which triggers
//! update, and one index for each sort order.
//!
//! SQLite has trigrams as a virtual table with integer row ids. `VACUUM` may change the row ids of a table, so each row
//! gets a permanent number. PostgreSQL has no trigrams without an extension: a function makes groups of three bytes,
//! which are indexed.

use sea_orm_migration::{prelude::*, sea_orm::DatabaseBackend};

use crate::shape::index;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let is_sqlite = connection.get_database_backend() == DatabaseBackend::Sqlite;
        if !is_sqlite {
            connection.execute_unprepared(POSTGRES_FUNCTION).await?;
        }
        // Posts are so long that most contain most trigrams, so their positions are stored too.
        for (table, detail) in [("contacts", "none"), ("posts", "full")] {
            let statements = if is_sqlite { SQLITE } else { POSTGRES_INDEX };
            connection
                .execute_unprepared(&statements.replace("TABLE_", table).replace("DETAIL_", detail))
                .await?;
        }
        for index in [
            index(
                "contacts_kept",
                "contacts",
                &["deleted_at", "quarantined", "due_at", "answered_at", "status"],
            ),
            index("posts_new", "posts", &["deleted_at", "created_at", "id"]),
            index("posts_changed", "posts", &["deleted_at", "updated_at", "id"]),
            index("posts_state_new", "posts", &["deleted_at", "is_published", "created_at", "id"]),
            index("posts_state_changed", "posts", &["deleted_at", "is_published", "updated_at", "id"]),
            index("posts_terms", "posts", &["deleted_at", "category_slug", "category", "is_published", "id"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

/// The declared cost is far too high, so that the planner prefers the index to a call for each row.
const POSTGRES_FUNCTION: &str = "
CREATE FUNCTION search_grams(words text) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
AS $$
    SELECT coalesce(array_agg(DISTINCT get_byte(b, i) * 65536 + get_byte(b, i + 1) * 256 + get_byte(b, i + 2)), '{}')
    FROM (SELECT convert_to(words, 'UTF8') AS b OFFSET 0) AS bytes, generate_series(0, octet_length(b) - 3) AS i
$$";

pub(crate) const POSTGRES_INDEX: &str =
    "CREATE INDEX TABLE__grams ON TABLE_ USING gin (search_grams(search))";

/// With `secure-delete`, deleted text is erased immediately, not when the index is merged later.
pub(crate) const SQLITE: &str = "
ALTER TABLE TABLE_ ADD COLUMN search_number INTEGER;
UPDATE TABLE_ SET search_number = counted.number
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS number FROM TABLE_) AS counted
WHERE counted.id = TABLE_.id;
CREATE UNIQUE INDEX TABLE__search_number ON TABLE_ (search_number);

CREATE VIRTUAL TABLE TABLE__grams
USING fts5(search, content = '', detail = 'DETAIL_', tokenize = 'trigram case_sensitive 1');
INSERT INTO TABLE__grams (TABLE__grams, rank) VALUES ('secure-delete', 1);
INSERT INTO TABLE__grams (rowid, search) SELECT search_number, search FROM TABLE_ ORDER BY search_number;

CREATE TRIGGER TABLE__grams_insert AFTER INSERT ON TABLE_ BEGIN
    UPDATE TABLE_ SET search_number = (SELECT coalesce(max(search_number), 0) + 1 FROM TABLE_) WHERE id = new.id;
    INSERT INTO TABLE__grams (rowid, search) SELECT search_number, search FROM TABLE_ WHERE id = new.id;
END;
CREATE TRIGGER TABLE__grams_update AFTER UPDATE OF search ON TABLE_ WHEN new.search IS NOT old.search BEGIN
    INSERT INTO TABLE__grams (TABLE__grams, rowid, search) VALUES ('delete', old.search_number, old.search);
    INSERT INTO TABLE__grams (rowid, search) VALUES (old.search_number, new.search);
END;
CREATE TRIGGER TABLE__grams_delete AFTER DELETE ON TABLE_ BEGIN
    INSERT INTO TABLE__grams (TABLE__grams, rowid, search) VALUES ('delete', old.search_number, old.search);
END;
";
