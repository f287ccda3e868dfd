extension PostgresMigrations {
    /// Version 4: what is subscribed to.
    ///
    /// `feed.value` is the record of whoever keeps it; `version` grows with each change.
    static let feeds = """
        CREATE TABLE feed (
            owner_id bigint NOT NULL,
            name plain NOT NULL,
            version bigint NOT NULL,
            value bytea NOT NULL,
            PRIMARY KEY (owner_id, name)
        );
        """

    /// Version 5: what a person said of the names in the journal.
    ///
    /// - `journal_person.name` is the name that is shown, `label` how private that name is.
    /// - `journal_name.key` is the name as spellings of it are the same; it is that of one person, or (`kind`) no person's.
    static let people = """
        CREATE TABLE journal_person (
            owner_id bigint NOT NULL,
            id plain NOT NULL,
            name text NOT NULL,
            label plain NOT NULL,
            PRIMARY KEY (owner_id, id)
        );
        CREATE TABLE journal_name (
            owner_id bigint NOT NULL,
            key plain NOT NULL,
            name text NOT NULL,
            person plain,
            kind plain,
            PRIMARY KEY (owner_id, key),
            FOREIGN KEY (owner_id, person) REFERENCES journal_person (owner_id, id) ON DELETE CASCADE,
            CHECK ((person IS NULL) <> (kind IS NULL))
        );
        CREATE INDEX journal_name_of_person ON journal_name (owner_id, person) WHERE person IS NOT NULL;
        """

    /// Version 6: a library that is being copied says so until it is whole.
    ///
    /// `library.unfinished_copy` names the library that it is a copy of, as UTF-8; it is `NULL` in one that is whole.
    static let unfinishedCopies = "ALTER TABLE library ADD COLUMN unfinished_copy bytea;"

    /// Version 7: who wrote what stands in a chunk, and when.
    ///
    /// Of chunks of which nothing is known there is no row. `senders` has a name on each line; `folded` is what names are looked for in.
    static let chunkOrigins = """
        CREATE TABLE chunk_origin (
            owner_id bigint NOT NULL,
            chunk bigint NOT NULL,
            document bigint NOT NULL,
            first_at double precision,
            last_at double precision,
            senders text NOT NULL,
            folded bytea NOT NULL,
            PRIMARY KEY (owner_id, chunk),
            FOREIGN KEY (owner_id, chunk) REFERENCES chunk (owner_id, id) ON DELETE CASCADE
        );
        CREATE INDEX chunk_origin_of_document ON chunk_origin (owner_id, document);
        """
}
