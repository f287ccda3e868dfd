import HearthCore
import HearthExtractive
import HearthText

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
    /// How often a name was met without a kind that could be told.
    private var untold: [String: Int] = [:]

    /// Of each kind.
    static let most = 30

    init(_ transcript: ReadTranscript) { self.transcript = transcript }

    mutating func add(_ name: String, _ kind: Kind, at place: TimedQuote) {
        let name = name.singleSpaced
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

    /// Adds those who speak: they are people, whatever else their names may be, unless a firm does or only a part that somebody has in the
    /// talk is named. What speaks for one is where another names
    /// them, else their own first words.
    mutating func addSpeakers() {
        var order: [String] = []
        var turns: [String: [Int]] = [:]
        for (index, cue) in transcript.cues.enumerated() {
            guard let name = cue.speaker.map(PlainText.line), Self.isOneName(name) else { continue }
            if turns[name] == nil, order.count < 200 { order.append(name) }
            if turns[name, default: []].count < Self.openingTurns { turns[name, default: []].append(index) }
        }
        var seen: Set<String> = []
        for name in order where seen.insert(name.lowercased()).inserted {
            guard
                let place = transcript.verifier.place(
                    ofName: name, in: 0..<transcript.text.folded.count, capital: true)
                    ?? opening(of: turns[name] ?? [])
            else { continue }
            let isFirm = FirmWords.areTrade(name.lowercased().split(separator: " "))
            let kind: Kind = isFirm ? .organization : .person
            add(name, kind, at: place)
            found[name.lowercased()]?.kinds[kind, default: 0] += Self.speaker
        }
    }

    /// Mentions as a person that a speaker is said to have, so that nothing else is made of the name.
    private static let speaker = 1_000_000
    private static let openingTurns = 20

    /// The first sentence of somebody's turns that says something, else the first that has a word. One who says none ("Break") is
    /// nobody.
    private func opening(of turns: [Int]) -> TimedQuote? {
        var first: TimedQuote?
        for cue in turns {
            for sentence in transcript.sentences.starting(in: transcript.text.range(of: cue..<(cue + 1))).prefix(4) {
                let shown = transcript.sentences.around(
                    sentence.lowerBound..<(sentence.lowerBound + 1), in: transcript.text)
                guard let quote = transcript.text.quote(shown) else { continue }
                let said = SpokenWording.cleaned(quote.quote, language: transcript.language)
                if said.split(separator: " ").count >= 5 || said.utf8.count >= 30 { return quote }
                if first == nil, PlainText.line(quote.quote).contains(where: \.isLetter) { first = quote }
            }
        }
        return first
    }

    /// "Speaker 2", "00:12" and "Moderator" are labels, and no names.
    static func isOneName(_ name: String) -> Bool {
        let words = name.split { !$0.isLetter }
        return !words.isEmpty && !name.contains { $0.isNumber } && name.utf8.count <= 80 && !SpeakerRoles.areRole(name)
            && !pronouns.contains(name.lowercased())
    }

    /// How whoever keeps a transcript labels their own words: "Me".
    private static let pronouns: Set<String> = [
        "me", "i", "myself", "you", "ich", "moi", "je", "yo", "io", "eu", "ik", "jag", "jeg", "minä", "ja", "já", "én",
        "я",
        "εγώ", "我", "私", "나", "저",
    ]

    /// Adds what the basic engine recognises in some bytes of the transcript.
    mutating func recognize(in range: Range<Int>) {
        let text = transcript.text
        guard let words = text.text.text(in: TextSpan(range)) else { return }
        let found =
            transcript.tags.map {
                $0.entities(language: transcript.language, range: range)
                    .map { $0.moved(by: -range.lowerBound) }
            }
            ?? EntityRecognizer().entities(in: PlainText.blanked(words), language: transcript.language)
        for entity in found {
            let kind: Kind? =
                switch entity.type {
                case .person: .person
                case .organization: .organization
                case .location: .location
                case .product: .product
                case .work: .resource
                case .other: nil
                }
            if kind == nil { untold[entity.text.singleSpaced.lowercased(), default: 0] += 1 }
            guard let kind, self.found.count < 5_000 || self.found[entity.text.lowercased()] != nil else { continue }
            let place = (range.lowerBound + entity.span.start)..<(range.lowerBound + entity.span.end)
            let name = kind == .person ? Self.person(entity.text) : entity.text
            // "Thanks to the Chair": whom a label means, it does not name.
            if kind == .person, let name, SpeakerRoles.areRole(name) { continue }
            guard let name, let quote = text.quote(transcript.sentences.around(place, in: text)) else { continue }
            add(name, kind, at: quote)
        }
        for place in WebAddress.all(in: words) {
            let whole = (range.lowerBound + place.lowerBound)..<(range.lowerBound + place.upperBound)
            guard let name = text.text.text(in: TextSpan(whole)),
                let quote = text.quote(transcript.sentences.around(whole, in: text))
            else { continue }
            add(name, .resource, at: quote)
        }
    }

    /// A name without the words that follow it ("Joe used"); `nil` for what no person is called ("mike"). Scripts without capitals
    /// tell nothing.
    static func person(_ name: String) -> String? {
        var words = name.split(separator: " ")
        // "Y Marta" opens a sentence, and is no name of two words.
        if words.count > 1, let first = words.first, conjunctions.contains(first.lowercased()) { words.removeFirst() }
        while let last = words.last, last.first?.isLowercase == true { words.removeLast() }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static let conjunctions: Set<String> = ["and", "but", "und", "et", "y", "e", "en", "och", "og", "и"]

    func entities() -> TranscriptEntities {
        var lists: [Kind: [Quoted<TranscriptEntity>]] = [:]
        let shown = merged()
        let people = shown.filter { found[$0]?.kind == .person }
        for key in shown {
            // What is a person once and nothing that can be told twenty times is no person.
            guard let item = found[key], untold[key, default: 0] <= 2 * item.kinds[item.kind, default: 0] else {
                continue
            }
            lists[item.kind, default: []].append(
                Quoted(
                    TranscriptEntity(name: item.name, mentions: mentions(of: item, key, among: people)),
                    place: item.place))
        }
        func list(_ kind: Kind) -> [Quoted<TranscriptEntity>] {
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

    /// A person's name has its capital, where the transcript writes any. Whoever has a longer name is mostly called by the first word of it, or by
    /// a short form: those count where they are of nobody else.
    ///
    /// - Parameter people: Keys of all people that are shown.
    private func mentions(of item: Found, _ key: String, among people: [String]) -> Int {
        let verifier = transcript.verifier
        guard item.kind == .person else { return max(1, verifier.mentions(of: item.name).count) }
        let named = verifier.mentions(of: item.name, capital: true).count
        let whole = max(1, named > 0 ? named : verifier.mentions(of: item.name).count)
        guard let first = key.split(separator: " ").first, first.utf8.count < key.utf8.count,
            first.utf8.count >= ShortNames.shortest, !Gazetteer.titles.contains(first.filter(\.isLetter)),
            !CommonWords.contains(String(first)),
            people.count(where: { $0.split(separator: " ").contains(first) }) == 1
        else { return whole }
        // The whole name is among those of its first word.
        let called = verifier.mentions(of: String(first), capital: true).count
        let short = order.prefix(Self.mostNames).filter { name in
            isShort(name, of: key) && !people.contains(name) && people.count(where: { isShort(name, of: $0) }) == 1
        }
        return max(whole, called) + short.reduce(0) { $0 + verifier.mentions(of: $1, capital: true).count }
    }

    /// Whether a name of one word begins the first word of a longer one, and leaves some of it out: "Maxi" and "Maximilian Okoro".
    private func isShort(_ key: String, of longer: String) -> Bool {
        guard !key.contains(" "), found[key]?.kind == .person,
            let first = longer.split(separator: " ").first
        else { return false }
        return ShortNames.isOne(key, of: first)
    }

    /// Counting mentions takes a pass over the transcript for each name: enough for what is shown.
    private static let mostNames = 400

    /// Without a short form of a speaker's name, a first or last name alone where exactly one longer name of a person has it, and without the first
    /// word of a firm ("Halden" of "Halden and Sons") where nothing else is called so.
    private func merged() -> [String] {
        let order = Array(order.prefix(Self.mostNames))
        let people = order.filter { found[$0]?.kind == .person && $0.contains(" ") }
        let speakers = order.filter { found[$0].map { $0.kinds[.person, default: 0] >= Self.speaker } ?? false }
        let firms = Set(
            order.filter { key in
                found[key]?.kind == .organization && FirmWords.areFirm(key.split(separator: " ").map(String.init))
            }.compactMap { $0.split(separator: " ").first })
        return order.filter { key in
            guard let item = found[key], item.kind == .person, !key.contains(" ") else { return true }
            if firms.contains(Substring(key)), item.kinds[.person, default: 0] < Self.speaker { return false }
            if people.count(where: { $0.split(separator: " ").contains(Substring(key)) }) == 1 { return false }
            // A short form of the one speaker whose name it begins, where nobody speaks who is called so.
            if item.kinds[.person, default: 0] >= Self.speaker { return true }
            return speakers.count { isShort(key, of: $0) } != 1
        }
    }
}

/// Finds addresses of web pages as people write them, in running text and as targets of links.
enum WebAddress {
    private static let openings = ["http://", "https://", "www."].map { Array($0.utf8) }

    static func all(in text: String) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var found: [Range<Int>] = []
        var at = 0
        while at < bytes.count, found.count < 1_000 {
            guard at == 0 || !isAlphanumeric(bytes[at - 1]), let opening = opening(in: bytes, at: at) else {
                at += 1
                continue
            }
            let end = end(of: bytes, from: at)
            if end - at > opening + 3 { found.append(at..<end) }
            at = max(end, at + 1)
        }
        return found
    }

    /// How long the beginning of an address at a place is, whatever its case.
    private static func opening(in bytes: [UInt8], at start: Int) -> Int? {
        openings.first { opening in
            start + opening.count <= bytes.count
                && opening.indices.allSatisfy { index in
                    let byte = bytes[start + index]
                    return (byte &- 0x41 < 26 ? byte | 0x20 : byte) == opening[index]
                }
        }?.count
    }

    /// White space, quotation marks and brackets end an address, but for a bracket that it opened itself; so do marks at its end.
    private static func end(of bytes: [UInt8], from start: Int) -> Int {
        var at = start
        var open = 0
        scan: while at < bytes.count {
            switch bytes[at] {
            case 0...0x20, 0x22, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x60: break scan
            case 0x28: open += 1
            case 0x29:
                guard open > 0 else { break scan }
                open -= 1
            default: break
            }
            at += 1
        }
        while at > start, !isAlphanumeric(bytes[at - 1]), bytes[at - 1] != UInt8(ascii: "/"),
            bytes[at - 1] != UInt8(ascii: ")")
        {
            at -= 1
        }
        return at
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
}
