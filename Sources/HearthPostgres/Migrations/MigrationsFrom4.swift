extension PostgresMigrations {
    /// Version 4: a library that is being copied says so until it is whole.
    ///
    /// `library.unfinished_copy` names the library that it is a copy of, as UTF-8; it is `NULL` in one that is whole.
    static let unfinishedCopies = "ALTER TABLE library ADD COLUMN unfinished_copy bytea;"
}
