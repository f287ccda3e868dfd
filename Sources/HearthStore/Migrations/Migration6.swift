import GRDB

extension Migrations {
    /// Version 6: system prompts have a label.
    ///
    /// `promptLabel` says how private the system prompt of a conversation is. Nobody said so until now; as with everything that
    /// a person wrote, it counts as personal where nothing is said.
    static func createVersion6(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE conversation ADD COLUMN promptLabel TEXT")
    }
}
