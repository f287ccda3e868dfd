import HearthCore
import HearthText

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

    init(_ chunks: [StoredChunk], query: String, contacts: Contacts = .none) {
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
        liftLetters(chunks, named, contacts)
    }

    /// Of a mail or an article each chunk is of whoever wrote it, although the name stands at its beginning alone.
    private mutating func liftLetters(_ chunks: [StoredChunk], _ named: NamedSpeakers, _ contacts: Contacts) {
        let letters = chunks.filter { documents[$0.id] == nil && $0.chunk.origin?.senders.isEmpty == false }
        let names = Set(letters.flatMap { $0.chunk.origin?.senders ?? [] }.map(contacts.name)).sorted()
        let speakers = named.speakers(among: names)
        guard !speakers.isEmpty else { return }
        for chunk in letters
        where chunk.chunk.origin?.senders.contains(where: { speakers.contains(contacts.name(for: $0)) }) == true {
            shares[chunk.id] = 1
        }
    }

    /// What the found chunks around each chunk of a transcript add to its score: a share of their own scores, the same for all
    /// chunks and smaller the more of them there are. One that was found alone gains nothing, whatever scores other documents
    /// have.
    ///
    /// - Parameter share: With 1, who has the most around counts, that included, as much as the best score of one chunk.
    func lifts(_ scores: [Int64: Double], share: Double) -> [Int64: Double] {
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
        guard let most = around.values.max(), most > 0, let best = around.keys.compactMap({ scores[$0] }).max(),
            best > 0
        else { return around.mapValues { _ in 0 } }
        // score + weight · around, with the chunk's own part of `around` in its score: the same order, but in proportion to
        // the scores of other documents.
        let weight = share * best / most
        return around.reduce(into: [:]) { lifts, item in
            lifts[item.key] = (item.value - (scores[item.key] ?? 0)) * weight / (1 + weight)
        }
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

/// The turns of a piece of a transcript, told by the names at the heads of its lines: `Anna: Good morning.`
struct TurnLabels {
    struct Turn: Hashable {
        /// `nil` for what stands before the first name.
        var speaker: String?
        /// Bytes that are said.
        var length: Int
    }

    private(set) var turns: [Turn] = []
    private(set) var lines = 0
    private(set) var labelled = 0

    /// The longest name, in characters.
    private static let longest = 80

    init(_ text: String) {
        // Every search looks at the chunks that it found: bytes are read in a tenth of the time of characters.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            lines += 1
            if Self.hasColon(line.prefix(4 * Self.longest)), let (speaker, length) = Self.label(of: Substring(line)) {
                labelled += 1
                turns.append(Turn(speaker: speaker, length: length))
            } else if turns.isEmpty {
                turns.append(Turn(speaker: nil, length: line.count))
            } else {
                turns[turns.count - 1].length += line.count
            }
        }
    }

    /// Whether pieces of one document are of a transcript: a third of its lines begin with names, at least two of which recur.
    static func areTranscript(_ pieces: [TurnLabels]) -> Bool {
        let lines = pieces.reduce(0) { $0 + $1.lines }
        let labelled = pieces.reduce(0) { $0 + $1.labelled }
        return labelled >= 4 && labelled * 3 >= lines && recurring(pieces).count >= 2
    }

    /// The names that stand at the head of more than one line, in order.
    static func recurring(_ pieces: [TurnLabels]) -> [String] {
        var counts: [String: Int] = [:]
        for piece in pieces {
            for turn in piece.turns { if let speaker = turn.speaker { counts[speaker, default: 0] += 1 } }
        }
        return counts.filter { $0.value > 1 }.keys.sorted()
    }

    /// The share of what is said by some speakers, 0 to 1.
    ///
    /// - Parameter opening: Who speaks before the first name.
    func share(of speakers: Set<String>, opening: String?) -> Double {
        var all = 0
        var theirs = 0
        for turn in turns {
            all += turn.length
            if let speaker = turn.speaker ?? opening, speakers.contains(speaker) { theirs += turn.length }
        }
        return all > 0 ? Double(theirs) / Double(all) : 0
    }

    /// Whether a colon stands there, also the wide one of Chinese and Japanese (U+FF1A: EF BC 9A).
    private static func hasColon(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
        var before: (UInt8, UInt8) = (0, 0)
        for byte in bytes {
            if byte == UInt8(ascii: ":") || before == (0xEF, 0xBC) && byte == 0x9A { return true }
            before = (before.1, byte)
        }
        return false
    }

    /// The name before the first colon and the bytes of what follows. Time marks and emphasis before the name, and a part of
    /// the name in brackets, are left out.
    private static func label(of line: Substring) -> (String, Int)? {
        var rest = line.drop { !$0.isLetter && $0 != ":" && $0 != "(" }
        // "(00:12) Anna: …" opens with its time.
        if rest.first == "(", let close = rest.prefix(longest).firstIndex(of: ")") {
            rest = rest[rest.index(after: close)...].drop { !$0.isLetter && $0 != ":" }
        } else if rest.first == ":" {
            rest = rest.drop { !$0.isLetter }
        }
        guard let colon = rest.prefix(longest).firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        var name = ""
        var depth = 0
        for character in rest[..<colon] {
            if character == "(" || character == "[" { depth += 1 }
            if depth == 0, character != "*", character != "_" { name.append(character) }
            if character == ")" || character == "]" { depth = max(0, depth - 1) }
        }
        let words = name.split(whereSeparator: \.isWhitespace)
        guard let first = words.first?.first, words.count <= 8, first.isLetter, !first.isLowercase else { return nil }
        return (words.joined(separator: " "), rest[colon...].dropFirst().utf8.count)
    }
}

/// Finds whom a query names among those who speak in a transcript.
struct NamedSpeakers {
    private let query: String
    private let words: [String]
    /// Words of it with a capital, as names have: "Ann" is one, "an" is not.
    private let capitalized: Set<String>

    init(_ query: String) {
        self.query = query.lowercased()
        words = Self.words(query)
        let written = query.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        // A question begins with a capital too: who asks "Can we keep a dog?" does not speak of Can Yılmaz.
        let isGrammar = written.first.map { Stopwords.contains($0) } ?? false
        capitalized = Set(
            written.dropFirst(isGrammar ? 1 : 0).filter { $0.first?.isUppercase == true }.map { $0.lowercased() })
    }

    /// The speakers whom the query names, by their whole name or by a word that none of the others bears. All of them are
    /// none: then the query tells them from nobody.
    func speakers(among names: [String]) -> Set<String> {
        let parts = names.map(Self.words)
        var bearers: [String: Int] = [:]
        for part in parts { for word in Set(part) { bearers[word, default: 0] += 1 } }
        var found: Set<String> = []
        for (name, part) in zip(names, parts) {
            let hasOwnWord = part.contains { word in
                bearers[word] == 1 && words.contains(word)
                    && (word.count > 3 || word.count > 1 && capitalized.contains(word))
            }
            if hasOwnWord || holds(part) || isWithoutSpaces(name) && query.contains(name.lowercased()) {
                found.insert(name)
            }
        }
        return found.count < names.count ? found : []
    }

    /// Whether the words stand in the query one after the other.
    private func holds(_ part: [String]) -> Bool {
        guard let first = part.first, part.count <= words.count, part.joined().count > 1 else { return false }
        return words.indices.contains { index in
            words[index] == first && words[index...].prefix(part.count).elementsEqual(part)
        }
    }

    /// Chinese, Japanese and Korean put no space between a name and what follows it.
    private func isWithoutSpaces(_ name: String) -> Bool {
        name.count > 1 && name.unicodeScalars.allSatisfy { $0.value >= 0x2E80 || $0 == " " }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
