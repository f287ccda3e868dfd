import HearthBasic
import HearthCore

/// Gathers what is named in a transcript: one entry for each name, with the words that name it and how often it comes.
struct EntityCollector {
    enum Kind: String, CaseIterable { case person, organization, product, location, resource }

    private struct Found {
        var kind: Kind
        var name: String
        var place: TimedQuote
        var kinds: [Kind: Int]
    }

    let transcript: ReadTranscript
    private var found: [String: Found] = [:]
    private var order: [String] = []

    /// Of each kind.
    static let most = 30

    init(_ transcript: ReadTranscript) { self.transcript = transcript }

    mutating func add(_ name: String, _ kind: Kind, at place: TimedQuote) {
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let key = name.lowercased()
        guard !name.isEmpty, name.utf8.count <= 200 else { return }
        if var known = found[key] {
            known.kinds[kind, default: 0] += 1
            // What it was called most often; of equals what it was called first.
            if known.kinds[kind, default: 0] > known.kinds[known.kind, default: 0] { known.kind = kind }
            found[key] = known
            return
        }
        order.append(key)
        found[key] = Found(kind: kind, name: name, place: place, kinds: [kind: 1])
    }

    /// Adds what the basic engine recognises in some bytes of the transcript.
    mutating func recognize(in range: Range<Int>) {
        let text = transcript.text
        guard let words = text.text.text(in: TextSpan(range)) else { return }
        for entity in EntityRecognizer().entities(in: words, language: transcript.language) {
            let kind: Kind? =
                switch entity.type {
                case .person: .person
                case .organization: .organization
                case .location: .location
                case .product: .product
                case .work: .resource
                case .other: nil
                }
            guard let kind, found.count < 5_000 || found[entity.text.lowercased()] != nil else { continue }
            let place = (range.lowerBound + entity.span.start)..<(range.lowerBound + entity.span.end)
            guard let quote = text.quote(transcript.sentences.around(place, in: text)) else { continue }
            add(entity.text, kind, at: quote)
        }
        for place in WebAddress.all(in: words) {
            let whole = (range.lowerBound + place.lowerBound)..<(range.lowerBound + place.upperBound)
            guard let name = text.text.text(in: TextSpan(whole)),
                let quote = text.quote(transcript.sentences.around(whole, in: text))
            else { continue }
            add(name, .resource, at: quote)
        }
    }

    func entities() -> TranscriptEntities {
        var lists: [Kind: [TranscriptEntity]] = [:]
        for key in merged() {
            guard let item = found[key] else { continue }
            lists[item.kind, default: []].append(
                TranscriptEntity(
                    name: item.name, mentions: max(1, transcript.verifier.mentions(of: item.name).count),
                    place: item.place))
        }
        func list(_ kind: Kind) -> [TranscriptEntity] {
            let ranked = (lists[kind] ?? []).enumerated().sorted {
                $0.element.mentions != $1.element.mentions
                    ? $0.element.mentions > $1.element.mentions : $0.offset < $1.offset
            }
            return ranked.prefix(Self.most).map(\.element)
        }
        return TranscriptEntities(
            people: list(.person), organizations: list(.organization), products: list(.product),
            locations: list(.location), resources: list(.resource))
    }

    /// Without a first or last name alone where exactly one longer name of a person has it.
    private func merged() -> [String] {
        // Counting mentions takes a pass over the transcript for each name: enough for what is shown.
        let order = Array(order.prefix(400))
        let people = order.filter { found[$0]?.kind == .person && $0.contains(" ") }
        return order.filter { key in
            guard found[key]?.kind == .person, !key.contains(" ") else { return true }
            return people.count { $0.split(separator: " ").contains(Substring(key)) } != 1
        }
    }
}

/// Finds addresses of web pages as people write them.
enum WebAddress {
    static func all(in text: String) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start: Int?
        let bytes = Array(text.utf8)
        for place in 0...bytes.count {
            let isSpace = place == bytes.count || bytes[place] == 0x20
            if !isSpace, start == nil { start = place }
            guard isSpace, let from = start else { continue }
            start = nil
            var (low, high) = (from, place)
            while low < high, !isAlphanumeric(bytes[low]) { low += 1 }
            while low < high, !isAlphanumeric(bytes[high - 1]), bytes[high - 1] != UInt8(ascii: "/") { high -= 1 }
            let word = String(decoding: bytes[low..<high], as: UTF8.self).lowercased()
            let isAddress = ["http://", "https://", "www."].contains {
                word.hasPrefix($0) && word.utf8.count > $0.utf8.count + 3
            }
            if isAddress, found.count < 1_000 { found.append(low..<high) }
        }
        return found
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
}
