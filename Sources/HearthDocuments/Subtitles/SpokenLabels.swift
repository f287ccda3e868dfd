import HearthCore

/// Takes the names that subtitles write before the words, "Anna: We should …", for their speakers.
///
/// Neither WebVTT's cue text nor SubRip says that a name with a colon is one; many programs that write down meetings have no other way to
/// say who speaks. It is believed on the evidence that a written transcript gives (``TranscriptEvidence``): several cues begin so, and
/// names return. Where some cues name their speakers by markup, a name that these have is believed in the others at once.
struct SpokenLabels {
    /// A name and the byte of the cue's text where the words behind it begin.
    private let openings: [(name: String, body: Int)?]

    /// Whether markup names some of the speakers.
    private let hasMarkup: Bool

    /// - Parameter cues: Without their markup.
    init?(_ cues: [Cue]) {
        let marked = Dictionary(cues.compactMap(\.speaker).map { ($0.lowercased(), $0) }) { first, _ in first }
        hasMarkup = !marked.isEmpty
        let found = cues.map { cue -> (name: String, body: Int)? in
            let bytes = Array(cue.text.utf8)
            let line = 0..<(bytes.firstIndex(of: newline) ?? bytes.count)
            guard let opening = TurnOpening(bytes, bytes.trimmed(line), .plain), opening.time == nil,
                !TranscriptEvidence.isRemark(opening.speaker)
            else { return nil }
            // The words may stand below the name.
            let body = bytes[opening.body...].firstIndex { !isSpace($0) }
            return body.map { (name: marked[opening.speaker.lowercased()] ?? opening.speaker, body: $0) }
        }
        guard marked.isEmpty else {
            let bare = zip(cues, found).compactMap { $0.speaker == nil ? $1?.name : nil }
            let counts = bare.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            // One that markup does not name, and that does not return, may be words of a sentence: "There is one thing: the roof."
            openings = zip(cues, found).map { cue, opening in
                guard let opening, marked[opening.name.lowercased()] != nil || counts[opening.name] ?? 0 > 1,
                    cue.speaker.map({ $0.lowercased() == opening.name.lowercased() }) ?? true
                else { return nil }
                return opening
            }
            return
        }
        openings = found
        let counts = openings.compactMap(\.self).reduce(into: [String: Int]()) { $0[$1.name, default: 0] += 1 }
        let turns = counts.values.reduce(0, +)
        // In so few nobody returns: names that forms and notes have before a colon must not be among them.
        let isShortExchange =
            (2...Self.fewTurns).contains(turns) && turns == cues.count && counts.count > 1
            && !counts.keys.contains(where: TranscriptEvidence.isLabel)
        let returns = counts.values.contains { $0 > 1 } && counts.count * 2 <= turns + 1
        guard isShortExchange || turns > Self.fewTurns && returns && turns * Self.leastShare >= cues.count else {
            return nil
        }
    }

    /// So few turns are believed only where there is nothing else.
    private static let fewTurns = 3
    /// One in so many cues at least opens a turn: a sentence of subtitles is two or three cues, and a turn some sentences.
    private static let leastShare = 10

    /// The cues with their speakers, and without the names before the words. A cue without a name goes on with its turn; before the
    /// first name nobody is known to speak. Beside markup, a cue without either has no speaker.
    func named(_ cues: [Cue]) -> [Cue] {
        var speaker: String?
        return zip(cues, openings).map { cue, opening in
            var cue = cue
            if hasMarkup { speaker = cue.speaker }
            if let opening {
                speaker = opening.name
                cue.text = String(decoding: Array(cue.text.utf8)[opening.body...], as: UTF8.self)
            }
            cue.speaker = speaker
            return cue
        }
    }
}

/// Takes the marks of broadcast captions for what they are: `>>` where another one speaks, `>>>` where another story begins (Described and
/// Captioned Media Program, "Captioning Key"; CTA-608 captions have no other way to say so).
///
/// A name may stand behind the mark, in capitals or small letters as the captions are, ">> ANNA: We begin." Without one, nobody is known
/// to speak. One cue may hold the words of two, and becomes two then.
enum SpeakerChanges {
    /// The longest name behind a mark, bytes: "PROFESSOR DR. ANNA WEISS-SCHMIDT".
    private static let longestName = 60
    /// Parts of one cue at most.
    private static let mostParts = 20

    /// Names the speakers of cues, from what markup, marks and labels say.
    static func named(_ cues: [Cue]) -> [Cue] {
        let parts = cues.flatMap(parts)
        guard parts.contains(where: \.isMarked) else { return SpokenLabels(cues)?.named(cues) ?? cues }
        var speaker: String?
        // As they are written first: captions change between capitals and small letters.
        var names: [String: String] = [:]
        return parts.map { part in
            var cue = part.cue
            if part.isMarked {
                speaker = cue.speaker
                if speaker == nil, let (name, text) = label(cue.text) {
                    speaker = names[name.lowercased()] ?? name
                    cue.text = text
                }
            } else if cue.speaker != nil {
                speaker = cue.speaker
            } else if let (name, text) = label(cue.text), let known = names[name.lowercased()] {
                speaker = known
                cue.text = text
            }
            if let speaker, names[speaker.lowercased()] == nil { names[speaker.lowercased()] = speaker }
            cue.speaker = speaker
            return cue
        }
    }

    /// A cue at its marks, which stand at the beginning of a line or behind the end of a sentence. Elsewhere they are words: "a >> b".
    private static func parts(_ cue: Cue) -> [(cue: Cue, isMarked: Bool)] {
        let bytes = Array(cue.text.utf8)
        var parts: [(cue: Cue, isMarked: Bool)] = []
        var start = 0
        var isMarked = false
        func close(at end: Int) {
            var part = cue
            part.text = bytes.string(bytes.trimmed(start..<end))
            if !part.text.isEmpty { parts.append((part, isMarked)) }
        }
        var at = 0
        while at < bytes.count {
            guard bytes[at] == mark, let end = markEnd(bytes, at), parts.count < mostParts else {
                at += 1
                continue
            }
            close(at: at)
            start = end
            isMarked = true
            at = end
        }
        // A cue of nothing else stays as it is.
        if start == 0, !isMarked { return [(cue, false)] }
        close(at: bytes.count)
        return parts
    }

    private static let mark = UInt8(ascii: ">")

    private static func markEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        var end = start
        while end < bytes.count, bytes[end] == mark { end += 1 }
        guard (2...3).contains(end - start), end < bytes.count else { return nil }
        guard let before = bytes[..<start].lastIndex(where: { $0 != space && $0 != tab }) else { return end }
        // A full stop, a question, a quotation that ends; the end of a line; a dash of words that break off.
        let last = bytes[before]
        let ends: [UInt8] = [
            newline, carriageReturn, UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "\""),
            UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "-"),
        ]
        return ends.contains(last) && before < start - 1 || last == newline || last == carriageReturn ? end : nil
    }

    /// The name behind a mark, and the words behind its colon.
    private static func label(_ text: String) -> (name: String, text: String)? {
        let bytes = Array(text.utf8)
        guard let colon = bytes.prefix(longestName).firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count,
            isSpace(bytes[colon + 1])
        else { return nil }
        let name = bytes.string(bytes.trimmed(0..<colon))
        let words = name.split(separator: " ")
        let hasOtherMarks = name.unicodeScalars.contains { ",;!?<>\"".unicodeScalars.contains($0) || $0 == "\n" }
        guard (1...4).contains(words.count), !hasOtherMarks, !TranscriptEvidence.isRemark(name),
            name.contains(where: \.isLetter)
        else { return nil }
        return (name, bytes.string(bytes.trimmed((colon + 1)..<bytes.count)))
    }
}
