import HearthCore

/// How much the meaning changes at the start of each sentence, by the vectors of an embedding model.
struct MeaningShift {
    /// For each sentence, 1 minus the cosine of what stands before and what stands after.
    private(set) var values: [Double]

    /// Words of a piece that is embedded as one.
    private static let piece = 60
    /// Pieces on each side that are compared.
    private static let reach = 4

    init(_ text: SpokenText, embedder: any EmbeddingModel) async throws {
        var pieces: [Range<Int>] = []
        var start = 0
        var words = 0
        for (index, sentence) in text.sentences.enumerated() {
            words += sentence.words
            if words >= Self.piece {
                pieces.append(start..<(index + 1))
                start = index + 1
                words = 0
            }
        }
        if start < text.sentences.count { pieces.append(start..<text.sentences.count) }
        let vectors = try await embedder.embed(
            pieces.map { text.sentences[$0].map(\.text).joined(separator: " ") })
        values = [Double](repeating: 0, count: text.sentences.count)
        guard vectors.count == pieces.count else { return }
        let shifts = pieces.indices.map { Self.shift(at: $0, vectors) }
        for (index, range) in pieces.enumerated() {
            // Between the starts of two pieces the change is taken from both, by distance.
            let next = index + 1 < shifts.count ? shifts[index + 1] : shifts[index]
            for (offset, sentence) in range.enumerated() {
                let share = Double(offset) / Double(range.count)
                values[sentence] = shifts[index] * (1 - share) + next * share
            }
        }
    }

    private static func shift(at place: Int, _ vectors: [[Float]]) -> Double {
        guard place > 0 else { return 0 }
        let left = sum(vectors[max(0, place - reach)..<place])
        let right = sum(vectors[place..<min(vectors.count, place + reach)])
        let dot = zip(left, right).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        let scale = (left.reduce(0) { $0 + $1 * $1 } * right.reduce(0) { $0 + $1 * $1 }).squareRoot()
        return scale > 0 ? Double(1 - dot / scale) : 0
    }

    private static func sum(_ vectors: ArraySlice<[Float]>) -> [Float] {
        var total = vectors.first ?? []
        for vector in vectors.dropFirst() where vector.count == total.count {
            for index in total.indices { total[index] += vector[index] }
        }
        return total
    }
}
