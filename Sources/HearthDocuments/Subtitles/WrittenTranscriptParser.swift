import HearthCore

/// Reads transcripts written as text: interviews, minutes, podcasts, in plain text or Markdown.
///
/// A turn opens where a line begins with a name in one of the ways of ``TurnOpening/Style``, and a paragraph that opens with a
/// time begins a further cue of the same speaker.
struct WrittenTranscriptParser {
    /// Takes any text as a transcript, because the user said it is one. Text without names gives its paragraphs.
    static func parse(_ text: String) -> Transcript {
        let bytes = FrontMatter.blanked(Array(text.utf8))
        let style = TranscriptEvidence(bytes).style(certain: false)
        var parser = WrittenTranscriptParser(
            bytes, style?.style, afterEmptyLineOnly: style?.afterEmptyLineOnly ?? false)
        parser.parse()
        let cues = parser.turns.map { turn in
            Cue(start: turn.start, end: turn.end, speaker: turn.speaker, text: parser.words(of: turn))
        }
        return Transcript(format: .text, cues: cues.filter { !$0.text.isEmpty || $0.speaker != nil })
    }

    /// The turns as blocks, when the text clearly is a transcript; otherwise `nil`.
    ///
    /// - Parameter isTranscript: The user said that it is one, so it is taken as ``parse(_:)`` takes it.
    static func utterances(in bytes: [UInt8], isTranscript: Bool) -> [Block]? {
        let words = FrontMatter.blanked(bytes)
        let style = TranscriptEvidence(words).style(certain: !isTranscript)
        guard isTranscript || style != nil else { return nil }
        var parser = WrittenTranscriptParser(
            words, style?.style, afterEmptyLineOnly: style?.afterEmptyLineOnly ?? false)
        parser.parse()
        // It can be found, as in any other Markdown.
        let known = FrontMatter.end(in: bytes).map { Block(.code, span: TextSpan(start: 0, end: $0)) }
        return [known].compactMap(\.self) + parser.blocks(areAllSpoken: isTranscript)
    }

    private struct Turn {
        var speaker: String?
        var start: Double?
        var end: Double?
        /// From the name on.
        var whole: Range<Int>
        var body: Range<Int>
    }

    private let bytes: [UInt8]
    private let style: TurnOpening.Style?
    private let afterEmptyLineOnly: Bool
    private var turns: [Turn] = []
    private var headings: [Block] = []
    private var current: Turn?

    private init(_ bytes: [UInt8], _ style: TurnOpening.Style?, afterEmptyLineOnly: Bool) {
        self.bytes = bytes
        self.style = style
        self.afterEmptyLineOnly = afterEmptyLineOnly
    }

    private mutating func parse() {
        var afterEmptyLine = true
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            if content.isEmpty {
                afterEmptyLine = true
                continue
            }
            if let style, afterEmptyLine || !afterEmptyLineOnly, let opening = TurnOpening(bytes, content, style) {
                close()
                current = Turn(
                    speaker: opening.speaker, start: opening.time?.start, end: opening.time?.stop, whole: content,
                    body: opening.body..<content.upperBound)
            } else if afterEmptyLine, let level = MarkdownLine.headingLevel(bytes[content]) {
                let speaker = current?.speaker
                close()
                headings.append(Block(.heading(level: level), span: TextSpan(content)))
                current = Turn(speaker: speaker, whole: line.next..<line.next, body: line.next..<line.next)
            } else if let time = SpokenTime(bytes, at: content.lowerBound, limit: content.upperBound),
                afterEmptyLine || current?.body.isEmpty != false
            {
                openAt(time, content)
            } else if style == nil, afterEmptyLine {
                close()
                current = Turn(whole: content, body: content)
            } else {
                extend(content)
            }
            afterEmptyLine = false
        }
        close()
    }

    /// A paragraph that begins with a time: the time of a turn that has no words yet, or a new cue of its speaker.
    private mutating func openAt(_ time: SpokenTime, _ content: Range<Int>) {
        let body = time.end..<content.upperBound
        if var turn = current, turn.body.isEmpty, turn.start == nil {
            turn.start = time.start
            turn.end = time.stop
            turn.whole = (turn.whole.isEmpty ? content.lowerBound : turn.whole.lowerBound)..<content.upperBound
            turn.body = body
            current = turn
        } else {
            let speaker = current?.speaker
            close()
            current = Turn(speaker: speaker, start: time.start, end: time.stop, whole: content, body: body)
        }
    }

    private mutating func extend(_ content: Range<Int>) {
        guard var turn = current else {
            current = Turn(whole: content, body: content)
            return
        }
        let first = turn.body.isEmpty ? content.lowerBound : turn.body.lowerBound
        turn.body = first..<content.upperBound
        turn.whole = (turn.whole.isEmpty ? content.lowerBound : turn.whole.lowerBound)..<content.upperBound
        current = turn
    }

    private mutating func close() {
        if let turn = current, !turn.whole.isEmpty { turns.append(turn) }
        current = nil
    }

    private func blocks(areAllSpoken: Bool) -> [Block] {
        let spoken = turns.flatMap { turn -> [Block] in
            // What stands before the first name is a foreword, not speech.
            guard areAllSpoken || turn.speaker != nil || turn.start != nil else {
                return PlainTextReader.paragraphs(in: bytes, turn.whole)
            }
            return [
                Block(
                    .utterance, span: TextSpan(turn.whole), startTime: turn.start, endTime: turn.end,
                    speaker: turn.speaker)
            ]
        }
        return (spoken + headings).sorted { $0.span < $1.span }
    }

    /// A turn's words, with Markdown's escapes taken back where the transcript is in Markdown.
    private func words(of turn: Turn) -> String {
        guard style == .bold, bytes[turn.body].contains(UInt8(ascii: "\\")) else { return bytes.string(turn.body) }
        var output: [UInt8] = []
        var index = turn.body.lowerBound
        while index < turn.body.upperBound {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < turn.body.upperBound {
                switch bytes[index + 1] {
                case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: index += 1
                default: break
                }
            }
            output.append(bytes[index])
            index += 1
        }
        return String(decoding: output, as: UTF8.self)
    }
}
