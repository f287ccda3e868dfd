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

    /// Version 7: what is to be done, and the files that it is done with.
    ///
    /// - `work` is a task as `WorkTask` has it; times are seconds since 1970 by the database's clock. `report` and `failure` are JSON.
    /// - `work_part.data` is a piece of a file, of 1 MiB but for the last; they go when the task is done or cancelled.
    static let work = """
        CREATE TABLE work (
            owner_id bigint NOT NULL,
            id plain NOT NULL,
            kind plain NOT NULL,
            requester plain NOT NULL,
            title text NOT NULL,
            payload bytea NOT NULL,
            label plain NOT NULL,
            priority bigint NOT NULL,
            state plain NOT NULL,
            created_at double precision NOT NULL,
            not_before double precision NOT NULL,
            attempts bigint NOT NULL,
            most_attempts bigint NOT NULL,
            lease_token plain,
            lease_worker text,
            lease_until double precision,
            is_cancelling bigint NOT NULL,
            report bytea,
            failure bytea,
            started_at double precision,
            ended_at double precision,
            PRIMARY KEY (owner_id, id)
        );
        CREATE INDEX work_to_do ON work (owner_id, kind, priority) WHERE state IN ('queued', 'running');
        CREATE TABLE work_part (
            owner_id bigint NOT NULL,
            task plain NOT NULL,
            file bigint NOT NULL,
            part bigint NOT NULL,
            data bytea NOT NULL,
            PRIMARY KEY (owner_id, task, file, part),
            FOREIGN KEY (owner_id, task) REFERENCES work (owner_id, id) ON DELETE CASCADE
        );
        """

    /// Version 8: where conversations are looked for.
    ///
    /// `conversation.pinned` is 1 for those that stand before the others; `conversation.folder` the name of the folder that one is in.
    static let conversationPlaces = """
        ALTER TABLE conversation ADD COLUMN pinned bigint NOT NULL DEFAULT 0, ADD COLUMN folder plain;
        """

    /// Version 9: folders that the library is kept in step with, and what is known of their files.
    ///
    /// `watched_folder.value` is the record of whoever keeps it; `version` grows with each change. `watched_file.modified` is in
    /// nanoseconds since 1970, `is_elsewhere` 1 for a file on another disk than its folder.
    static let watchedFolders = """
        CREATE TABLE watched_folder (
            owner_id bigint NOT NULL,
            name plain NOT NULL,
            version bigint NOT NULL,
            value bytea NOT NULL,
            PRIMARY KEY (owner_id, name)
        );
        CREATE TABLE watched_file (
            owner_id bigint NOT NULL,
            folder plain NOT NULL,
            path plain NOT NULL,
            size bigint NOT NULL,
            modified bigint NOT NULL,
            inode bigint NOT NULL,
            is_elsewhere bigint NOT NULL,
            state plain NOT NULL,
            code plain,
            message text,
            PRIMARY KEY (owner_id, folder, path),
            FOREIGN KEY (owner_id, folder) REFERENCES watched_folder (owner_id, name) ON DELETE CASCADE
        );
        """

    /// Version 10: who wrote what stands in a chunk, and when.
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
