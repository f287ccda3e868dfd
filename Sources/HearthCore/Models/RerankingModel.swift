/// Judges how well texts answer a query, reading both together.
public protocol RerankingModel: Sendable {
    var id: String { get }

    /// One score for each text, in the order of the texts; higher is better, comparable within one call only.
    func scores(query: String, texts: [String]) async throws -> [Double]
}
