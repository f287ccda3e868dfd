/// Why a question has no answer.
public enum Abstention: String, Codable, Sendable {
    /// There are no documents that could say it.
    case noDocuments = "no-documents"
    /// The documents do not say it.
    case notSaid = "not-said"
}
