/// What an examination finds of a library in PostgreSQL, and of the way to it.
public struct LibraryCondition: Sendable, Hashable {
    /// PostgreSQL's version, such as `16.4`.
    public var server: String
    /// The version of the tables; 0 where there are none yet.
    public var schema: Int
    /// The version of the tables that this program makes.
    public var newestSchema: Int
    /// The account that statements are sent under.
    public var role: String
    /// What is wrong with the protection of rows, as sentences; empty where each owner sees their own alone.
    public var faults: [String] = []
    /// The version of pgvector, such as `0.8.1`; `nil` where the database has none.
    public var vectorExtension: String?
    /// What is missing for fast searches by meaning, and what to do about it; `nil` where nothing is.
    public var vectorNote: String?
    /// The version of TLS and the cipher that the connection was made with; `nil` where it is not encrypted.
    public var encryption: String?

    public init(server: String, schema: Int, newestSchema: Int, role: String) {
        (self.server, self.schema, self.newestSchema, self.role) = (server, schema, newestSchema, role)
    }

    /// Whether this program can use the tables as they are. Older ones are brought to its version by the next start.
    public var isCurrent: Bool { schema == newestSchema }
}
