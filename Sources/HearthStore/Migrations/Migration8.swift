import GRDB

extension Migrations {
    /// Version 8: no models without components.
    ///
    /// A batch of files without text left a model whose vectors have no components, active where it was the first of the store.
    /// Every vector that came later was of another length, so that nothing could be stored or searched. Such a model has no
    /// vectors; without it the next ones are stored as those of a new model. Where there are others, one of them takes its
    /// place, the one that covers most.
    static func removeModelsWithoutComponents(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM vectorSegment WHERE model IN (SELECT number FROM vectorModel WHERE dimension < 1);
                DELETE FROM vectorModel WHERE dimension < 1;
                UPDATE vectorModel SET isActive = 1
                WHERE number = (SELECT number FROM vectorModel ORDER BY vectors DESC, number LIMIT 1)
                    AND NOT EXISTS (SELECT 1 FROM vectorModel WHERE isActive);
                """)
    }
}
