package import HearthCore

/// Tokens and costs of an engine's model, as the command prints them and the interface answers with them.
package struct UsageJSON: Codable, Sendable {
    package var day: String?
    package var engine: Engine?
    package var model: String?
    package var requests: Int
    package var failed: Int
    package var promptTokens: Int
    package var completionTokens: Int
    package var cachedTokens: Int
    /// Millionths of a US dollar.
    package var costMicros: Int
    /// Requests at a price that is not known.
    package var unpriced: Int
    package var seconds: Double

    package init(_ usage: LedgerUsage) {
        (day, engine, model) = (usage.day, usage.engine, usage.model)
        (requests, failed) = (usage.requests, usage.failed)
        promptTokens = usage.tokens.promptTokens
        completionTokens = usage.tokens.completionTokens
        cachedTokens = usage.tokens.cachedTokens
        (costMicros, unpriced, seconds) = (usage.costMicros, usage.unpriced, usage.duration)
    }
}
