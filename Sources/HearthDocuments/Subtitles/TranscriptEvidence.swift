/// Counts the turns that a text would have in each style of written transcripts, and judges whether it is one.
struct TranscriptEvidence {
    private struct Count {
        var turns = 0
        var afterEmptyLine = 0
        var speakers: [String: Int] = [:]
        var returning: Int { speakers.values.count { $0 > 1 } }
    }

    private var counts: [TurnOpening.Style: Count] = [:]
    /// Lines that are not empty, and paragraphs.
    private var lines = 0
    private var paragraphs = 0

    init(_ bytes: [UInt8]) {
        var afterEmptyLine = true
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            guard !content.isEmpty else {
                afterEmptyLine = true
                continue
            }
            lines += 1
            if afterEmptyLine { paragraphs += 1 }
            for style in TurnOpening.Style.allCases {
                guard let opening = TurnOpening(bytes, content, style) else { continue }
                counts[style, default: Count()].turns += 1
                counts[style, default: Count()].speakers[opening.speaker, default: 0] += 1
                if afterEmptyLine { counts[style, default: Count()].afterEmptyLine += 1 }
            }
            afterEmptyLine = false
        }
    }

    /// The style of the transcript, or `nil` when there is too little to show that the text is one.
    ///
    /// - Parameter certain: Ask for plain evidence (several turns, speakers who return, turns throughout the text), where
    ///   without it a single turn in bold or two plain ones do.
    func style(certain: Bool) -> (style: TurnOpening.Style, afterEmptyLineOnly: Bool)? {
        let bold = counts[.bold] ?? Count()
        let header = counts[.header] ?? Count()
        let plain = counts[.plain] ?? Count()
        let found: (TurnOpening.Style, Count)
        if bold.turns >= (certain ? 3 : 1) {
            found = (.bold, bold)
        } else if header.turns >= 2, header.turns * 2 >= plain.turns {
            found = (.header, header)
        } else if plain.turns >= 2 {
            found = (.plain, plain)
        } else {
            return nil
        }
        if certain {
            guard found.1.turns >= 4, found.1.returning >= 1, found.1.speakers.count * 2 <= found.1.turns + 1 else {
                return nil
            }
            let share = found.0 == .bold ? 0.1 : 0.4
            // In a file without empty lines each line is a paragraph.
            let pieces = paragraphs * 4 >= lines ? paragraphs : lines
            guard Double(found.1.turns) >= share * Double(min(pieces, lines)) else { return nil }
        }
        // Where nearly all turns stand apart, a name and a colon in the middle of a paragraph is part of what is said.
        let apart = found.0 == .plain && found.1.afterEmptyLine * 5 >= found.1.turns * 4
        return (found.0, apart)
    }
}
