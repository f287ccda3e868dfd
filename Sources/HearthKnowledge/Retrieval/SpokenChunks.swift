import HearthCore
import HearthStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Who speaks in the chunks that were found, and whom the query names: "what did the treasurer say about the roof" is answered
/// where the treasurer speaks.
struct SpokenChunks {
    /// Found chunks of one transcript from which two beside each other count as the same moment.
    private static let long = 16

    /// Chunks at which a third of a chunk's weight is left.
    private static let reach = 2.0

    /// Found chunks by transcript; other documents are not in it.
    private var transcripts: [String: Set<Int64>] = [:]
    private var documents: [Int64: String] = [:]
    private var shares: [Int64: Double] = [:]

    init(_ chunks: [StoredChunk], query: String) {
        let named = NamedSpeakers(query)
        for (document, chunks) in Dictionary(grouping: chunks, by: \.documentID) {
            let ordered = chunks.sorted { $0.id < $1.id }
            let turns = ordered.map { TurnLabels($0.chunk.text) }
            guard TurnLabels.areTranscript(turns) else { continue }
            transcripts[document] = Set(ordered.map(\.id))
            for chunk in ordered { documents[chunk.id] = document }
            let speakers = named.speakers(among: TurnLabels.recurring(turns))
            guard !speakers.isEmpty else { continue }
            var own: [Int64: Double] = [:]
            var last: (id: Int64, speaker: String)?
            for (chunk, turns) in zip(ordered, turns) {
                // A chunk often begins in the middle of a turn, whose speaker is named in the one before.
                let opening = last.flatMap { $0.id == chunk.id - 1 ? $0.speaker : nil }
                own[chunk.id] = turns.share(of: speakers, opening: opening)
                last = (turns.turns.last?.speaker ?? opening).map { (chunk.id, $0) }
            }
            // Whom they answer and who answers them stands beside.
            var wide = own
            for (id, share) in own { wide[id] = share + ((own[id - 1] ?? 0) + (own[id + 1] ?? 0)) / 2 }
            guard let most = wide.values.max(), most > 0 else { continue }
            for (id, share) in wide { shares[id] = share / most }
        }
    }

    /// For each chunk of a transcript how much the chunks around it have to do with the query, itself included; the most is 1.
    func around(_ scores: [Int64: Double]) -> [Int64: Double] {
        var around: [Int64: Double] = [:]
        for chunks in transcripts.values {
            let order = chunks.sorted()
            // An exponential decay over the chunks between, by one filter forward and one back.
            for isForward in [true, false] {
                var carried = 0.0
                var last = order.first ?? 0
                for id in isForward ? order : order.reversed() {
                    carried *= exp(-Double(abs(id - last)) / Self.reach)
                    around[id, default: isForward ? scores[id] ?? 0 : 0] += carried
                    carried += scores[id] ?? 0
                    last = id
                }
            }
        }
        guard let most = around.values.max(), most > 0 else { return [:] }
        return around.mapValues { $0 / most }
    }

    /// How much those whom the query names speak in a chunk and around it, from 0 to 1; 0 where the query names nobody.
    func share(of chunk: Int64) -> Double { shares[chunk] ?? 0 }

    /// The chunks in their order, save that of a long transcript none of the `first` stands beside another: a reader who was
    /// shown a moment wants to see the next one.
    func spread(_ ranked: [Int64], first count: Int) -> [Int64] {
        var shown: Set<Int64> = []
        var rest: [Int64] = []
        var found: [Int64] = []
        for id in ranked {
            let document = documents[id]
            let isLong = document.flatMap { transcripts[$0]?.count } ?? 0 >= Self.long
            let isBeside = [id - 1, id + 1].contains { shown.contains($0) && documents[$0] == document }
            if found.count < count, isLong, isBeside {
                rest.append(id)
            } else {
                shown.insert(id)
                found.append(id)
            }
        }
        return Array(found.prefix(count)) + rest + found.dropFirst(count)
    }
}
