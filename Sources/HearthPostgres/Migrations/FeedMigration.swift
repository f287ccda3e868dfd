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
}
