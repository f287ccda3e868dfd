import GRDB
import HearthCore

/// The versions of the schema, in order. Append only: a released migration never changes.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 documents, search, conversations", migrate: createVersion1)
        migrator.registerMigration("2 ledger, consents", migrate: createVersion2)
        migrator.registerMigration("3 conversations in full", migrate: createVersion3)
        migrator.registerMigration("4 analysis cache", migrate: createVersion4)
        migrator.registerMigration("5 journal", migrate: createVersion5)
        migrator.registerMigration("6 labels of system prompts", migrate: createVersion6)
        migrator.registerMigration("7 numbers that are given once", migrate: createVersion7)
        migrator.registerMigration("8 no models without components", migrate: removeModelsWithoutComponents)
        migrator.registerMigration("9 labels of sources", migrate: createVersion9)
        migrator.registerMigration(ledgerAnchor, migrate: createLedgerAnchor)
        migrator.registerMigration("labels of places", migrate: createPlaceLabels)
        migrator.registerMigration("10 analyses of documents", migrate: nameAnalyses)
        migrator.registerMigration(familiarities, migrate: createFamiliarities)
        return migrator
    }

    static func areComplete(_ db: Database) throws -> Bool {
        try migrator.hasCompletedMigrations(db)
    }

    static func refuseNewer(_ db: Database) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw StoreError(
            .newerSchema, "A newer version of Hearth wrote this database. Update Hearth; nothing was changed.")
    }
}
