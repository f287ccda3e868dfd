#if canImport(CPostgres)
import Foundation
import HearthCore

/// One search for words: BM25F (Robertson, Zaragoza & Taylor 2004) over the rows of `posting`, term by term in the order of the
/// query, as the embedded store computes it in C.
///
/// The scores are computed here and not by the server: one formula in one language, and a server's time is everybody's.
struct WordSearch {
    /// Different terms that count.
    static let mostTerms = 256

    private struct Phrase {
        var words: [String]
        var weight: Double
    }

    private let db: Transaction
    private let ranking: FullTextRanking
    private let totals: Totals
    /// What a filter lets through; `nil` for everything.
    private let ranges: [ChunkRange]?
    private let phrases: [Phrase]

    /// - Returns: `nil` when no term is left.
    init?(_ terms: [QueryTerm], _ ranking: FullTextRanking, within ranges: [ChunkRange]?, _ db: Transaction) throws {
        self.db = db
        self.ranking = ranking
        self.ranges = ranges
        phrases = Self.phrases(terms)
        guard !phrases.isEmpty else { return nil }
        totals = try Totals(db)
    }

    /// The best chunks, best first; equal scores in the order of ids.
    func best(_ limit: Int) throws -> [ChunkMatch] {
        var found: [[PostingBlock.Entry]] = phrases.map { _ in [] }
        let single = phrases.indices.filter { phrases[$0].words.count == 1 }
        for (index, entries) in try postings(single) { found[index] = entries }
        for index in phrases.indices where phrases[index].words.count > 1 {
            found[index] = try positions(of: phrases[index].words)
        }
        let rows = Double(totals.chunks)
        let averages = (
            title: Double(totals.titleTerms) / max(1, rows), body: Double(totals.bodyTerms) / max(1, rows)
        )
        var scores = ScoreTable()
        for (phrase, entries) in zip(phrases, found) where !entries.isEmpty {
            let here = entries.filter(isWithin)
            let gain =
                Self.rarity(rows, entries.count) * localWeight(phrase, all: entries.count, here: here.count, rows: rows)
            for entry in here {
                let frequency =
                    ranking.titleWeight * Double(entry.title)
                    / Self.length(entry.titleLength, averages.title, ranking.titleB)
                    + ranking.bodyWeight * Double(entry.body)
                    / Self.length(entry.bodyLength, averages.body, ranking.bodyB)
                scores.add(
                    frequency > 0 ? gain * frequency * (ranking.k1 + 1) / (frequency + ranking.k1) : 0, to: entry.chunk)
            }
        }
        return scores.best(limit)
    }

    // MARK: Terms

    /// Equal terms as one, with the sum of their weights.
    private static func phrases(_ terms: [QueryTerm]) -> [Phrase] {
        var found: [Phrase] = []
        var places: [[String]: Int] = [:]
        for term in terms where term.weight.isFinite && !term.text.utf8.contains(0) {
            let words = PostingTable.split(term.text)
            if let place = places[words] {
                found[place].weight += term.weight
            } else if !words.isEmpty, found.count < mostTerms {
                places[words] = found.count
                found.append(Phrase(words: words, weight: term.weight))
            }
        }
        return found
    }

    private static func length(_ count: Int, _ average: Double, _ b: Double) -> Double {
        1 - b + b * (b == 0 ? 0 : average > 0 ? Double(count) / average : 1)
    }

    private static func rarity(_ rows: Double, _ count: Int) -> Double {
        log(1 + (max(0, rows - Double(count)) + 0.5) / (Double(count) + 0.5))
    }

    /// Among few documents, rarity is that of the documents searched; few chunks prove little, so that the rarity in all counts as
    /// much as 16 chunks.
    private func localWeight(_ phrase: Phrase, all: Int, here: Int, rows: Double) -> Double {
        guard let ranges, ranges.count <= 64, here > 0, phrase.weight != 0, phrase.words.count == 1 else {
            return phrase.weight
        }
        let chunks = Double(ranges.reduce(0) { $0 + $1.count })
        let general = Self.rarity(rows, all)
        guard chunks > 1, chunks < rows / 2, general > 0 else { return phrase.weight }
        let share = chunks / (chunks + 16)
        return phrase.weight * (share * Self.rarity(chunks, here) + (1 - share) * general) / general
    }

    private func isWithin(_ entry: PostingBlock.Entry) -> Bool {
        guard let ranges else { return true }
        // The first range that ends at the chunk or after it.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < entry.chunk { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= entry.chunk
    }

    // MARK: Rows

    /// The entries of single terms, by their places in the query.
    private func postings(_ places: [Int]) throws -> [Int: [PostingBlock.Entry]] {
        try entries(of: places.map { phrases[$0].words[0] }).reduce(into: [:]) { $0[places[$1.key]] = $1.value }
    }

    /// The entries of terms, by their places in the list. Of all documents, since how rare a term is depends on them.
    private func entries(of terms: [String]) throws -> [Int: [PostingBlock.Entry]] {
        let keys = terms.map(PostingBlock.key)
        var places: [String: Int] = [:]
        for (place, key) in keys.enumerated() { if let key { places[key] = place } }
        var found: [Int: [PostingBlock.Entry]] = [:]
        let rows = try db.rows(
            "SELECT term, block, data FROM posting WHERE owner_id = $1 AND term = ANY($2)", Array(places.keys))
        for row in rows {
            guard let place = places[try row["term"]] else { continue }
            try row.withBytes("data") { bytes in
                try PostingBlock.forEach(bytes, block: try row["block"]) { found[place, default: []].append($0) }
            }
        }
        return found
    }

    /// The chunks in which words follow each other, and how often: those that hold all of them, looked at word by word.
    private func positions(of words: [String]) throws -> [PostingBlock.Entry] {
        let different = Array(Set(words))
        let found = try entries(of: different)
        guard found.count == different.count, var rarest = found.values.min(by: { $0.count < $1.count }) else {
            return []
        }
        for entries in found.values {
            let chunks = Set(entries.map(\.chunk))
            rarest.removeAll { !chunks.contains($0.chunk) }
        }
        var known = Dictionary(rarest.map { ($0.chunk, $0) }) { first, _ in first }
        let candidates = known.keys.sorted()
        var result: [PostingBlock.Entry] = []
        for start in stride(from: 0, to: candidates.count, by: 1_000) {
            let page = Array(candidates[start..<min(start + 1_000, candidates.count)])
            for row in try db.rows(
                "SELECT chunk, title, body FROM chunk_terms WHERE owner_id = $1 AND chunk = ANY($2)", page)
            {
                guard var entry = known.removeValue(forKey: try row["chunk"]) else { continue }
                entry.title = Self.count(words, in: PostingTable.split(try row.text("title") ?? ""))
                entry.body = Self.count(words, in: PostingTable.split(try row.text("body") ?? ""))
                if entry.title + entry.body > 0 { result.append(entry) }
            }
        }
        return result.sorted { $0.chunk < $1.chunk }
    }

    /// How often words follow each other in a field.
    private static func count(_ words: [String], in field: [String]) -> Int {
        guard words.count <= field.count else { return 0 }
        return (0...(field.count - words.count)).count { field[$0...].starts(with: words) }
    }
}

/// Sums of scores, by chunk: an array for each block that something was found in, since a common word is in most chunks.
struct ScoreTable {
    private var blocks: [Int64: [Double]] = [:]

    /// What is no number was not found.
    private static let empty = [Double](repeating: .nan, count: Int(PostingBlock.size))

    mutating func add(_ score: Double, to chunk: Int64) {
        let (block, place) = chunk.quotientAndRemainder(dividingBy: PostingBlock.size)
        let sum = blocks[block]?[Int(place)] ?? .nan
        blocks[block, default: Self.empty][Int(place)] = sum.isNaN ? score : sum + score
    }

    func best(_ limit: Int) -> [ChunkMatch] {
        var best = BestMatches(limit: limit)
        for (block, scores) in blocks {
            for (place, score) in scores.enumerated() where !score.isNaN {
                best.add(ChunkMatch(chunkID: block * PostingBlock.size + Int64(place), score: score))
            }
        }
        return best.sorted
    }
}

/// The best of many matches, in a heap with the worst of them on top.
struct BestMatches {
    private let limit: Int
    private var heap: [ChunkMatch] = []

    init(limit: Int) { self.limit = max(0, limit) }

    /// Best first.
    var sorted: [ChunkMatch] { heap.sorted(by: Self.isBetter) }

    mutating func add(_ match: ChunkMatch) {
        if heap.count < limit {
            heap.append(match)
            var child = heap.count - 1
            while child > 0, Self.isBetter(heap[(child - 1) / 2], heap[child]) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        } else if let worst = heap.first, Self.isBetter(match, worst) {
            heap[0] = match
            var parent = 0
            while true {
                var last = parent
                for child in [parent * 2 + 1, parent * 2 + 2] where child < heap.count {
                    if Self.isBetter(heap[last], heap[child]) { last = child }
                }
                guard last != parent else { return }
                heap.swapAt(parent, last)
                parent = last
            }
        }
    }

    static func isBetter(_ a: ChunkMatch, _ b: ChunkMatch) -> Bool {
        a.score != b.score ? a.score > b.score : a.chunkID < b.chunkID
    }
}
#endif
