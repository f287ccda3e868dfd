import Foundation
package import HearthCore
import Synchronization

/// The vectors of sentences that were compared with a question lately.
///
/// Who asks about a document asks again, and the sentences that are compared are mostly the same: of 1,190 questions about 240 passages,
/// more than a third of the time went into vectors that had been made before. They are in memory alone, by the digests of their texts, for one
/// model.
package final class SentenceVectors: Sendable {
    private struct State {
        /// Two lots of this many are kept.
        var lot: Int
        var model = ""
        /// When the recent ones are a lot they are the former, and the former are forgotten: what is used comes back into the recent.
        var recent: [ContentHash: [Float]] = [:]
        var former: [ContentHash: [Float]] = [:]

        mutating func vector(_ key: ContentHash) -> [Float]? {
            if let vector = recent[key] { return vector }
            guard let vector = former[key] else { return nil }
            keep(vector, key)
            return vector
        }

        mutating func keep(_ vector: [Float], _ key: ContentHash) {
            if recent.count >= lot { (former, recent) = (recent, [:]) }
            recent[key] = vector
        }
    }

    private let state: Mutex<State>

    /// - Parameter lot: So many are kept at least, and twice as many at most: with the usual model's 384 numbers, 13 MB.
    package init(lot: Int = 4_096) { state = Mutex(State(lot: lot)) }

    /// The vectors of a question and of the sentences that may answer it, as ``HearthCore/EmbeddingModel`` makes them of both in one batch.
    ///
    /// - Parameter texts: The question first, which is made anew.
    package func embed(_ texts: [String], by model: any EmbeddingModel) async throws -> [[Float]] {
        guard let question = texts.first else { return [] }
        let name = model.id + "\n" + model.prefixes[.passage]
        let keys = texts.dropFirst().map { ContentHash(of: Data($0.utf8)) }
        var known = state.withLock { state -> [ContentHash: [Float]] in
            if state.model != name { state = State(lot: state.lot, model: name) }
            return keys.reduce(into: [:]) { known, key in known[key] = state.vector(key) }
        }
        var missing: [ContentHash] = []
        var unknown: [String] = []
        for (key, text) in zip(keys, texts.dropFirst()) where known[key] == nil && !missing.contains(key) {
            missing.append(key)
            unknown.append(text)
        }
        let made = try await model.embedQuestion([question] + unknown)
        guard made.count == unknown.count + 1 else { return [] }
        state.withLock { state in
            guard state.model == name else { return }
            for (key, vector) in zip(missing, made.dropFirst()) { state.keep(vector, key) }
        }
        for (key, vector) in zip(missing, made.dropFirst()) { known[key] = vector }
        return [made[0]] + keys.compactMap { known[$0] }
    }
}
