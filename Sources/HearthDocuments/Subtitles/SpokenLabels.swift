import HearthCore

/// Takes the names that subtitles write before the words, "Anna: We should …", for their speakers.
///
/// Neither WebVTT's cue text nor SubRip says that a name with a colon is one; many programs that write down meetings have no other way to
/// say who speaks. It is believed on the evidence that a written transcript gives (``TranscriptEvidence``): several cues begin so, and
/// names return.
struct SpokenLabels {
    /// A name and the byte of the cue's text where the words behind it begin.
    private let openings: [(name: String, body: Int)?]

    /// - Parameter cues: Without their markup. Where that names speakers, a colon is part of what is said.
    init?(_ cues: [Cue]) {
        guard !cues.contains(where: { $0.speaker != nil }) else { return nil }
        openings = cues.map { cue -> (name: String, body: Int)? in
            let bytes = Array(cue.text.utf8)
            let line = 0..<(bytes.firstIndex(of: newline) ?? bytes.count)
            guard let opening = TurnOpening(bytes, bytes.trimmed(line), .plain), opening.time == nil,
                !TranscriptEvidence.isLabel(opening.speaker)
            else { return nil }
            // The words may stand below the name.
            let body = bytes[opening.body...].firstIndex { !isSpace($0) }
            return body.map { (name: opening.speaker, body: $0) }
        }
        let counts = openings.compactMap(\.self).reduce(into: [String: Int]()) { $0[$1.name, default: 0] += 1 }
        let turns = counts.values.reduce(0, +)
        let isShortExchange = (2...Self.fewTurns).contains(turns) && turns == cues.count && counts.count > 1
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
    /// first name nobody is known to speak.
    func named(_ cues: [Cue]) -> [Cue] {
        var speaker: String?
        return zip(cues, openings).map { cue, opening in
            var cue = cue
            if let opening {
                speaker = opening.name
                cue.text = String(decoding: Array(cue.text.utf8)[opening.body...], as: UTF8.self)
            }
            cue.speaker = speaker
            return cue
        }
    }
}
