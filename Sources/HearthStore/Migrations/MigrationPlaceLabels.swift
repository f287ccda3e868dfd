import GRDB

extension Migrations {
    /// Labels outlive the sources that had them.
    ///
    /// - `placeLabel` has the owner's word for files that disappeared, where it is stricter than their folder's: one that comes
    ///   back has it again. A path that has a source has no row here.
    static func createPlaceLabels(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE placeLabel (
                    path TEXT PRIMARY KEY NOT NULL,
                    label TEXT NOT NULL
                ) WITHOUT ROWID
                """)
    }
}
