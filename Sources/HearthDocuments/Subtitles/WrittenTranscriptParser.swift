import HearthCore

/// Reads transcripts written as text: interviews, minutes, podcasts, in plain text or Markdown.
///
/// A turn opens where a line begins with a name in one of the ways of ``TurnOpening/Style``, and a paragraph that opens with a
/// time begins a further cue of the same speaker. Where lines are timed one by one, so does each line that opens with one.
struct WrittenTranscriptParser {
    /// Takes any text as a transcript, because the user said it is one. Text without names gives its paragraphs.
    static func parse(_ text: String) -> Transcript {
        let bytes = FrontMatter.blanked(Array(text.utf8))
        let evidence = TranscriptEvidence(bytes)
        let style = evidence.style(certain: false)
        var parser = WrittenTranscriptParser(
            bytes, style?.style, afterEmptyLineOnly: style?.afterEmptyLineOnly ?? false)
        parser.parse()
        // Where it is certain who speaks, what stands before the first name is a foreword, as in ``utterances(in:isTranscript:)``.
        let isCertain = evidence.style(certain: true) != nil
        let turns = isCertain ? Array(parser.turns.drop { $0.speaker == nil && $0.start == nil }) : parser.turns
        let cues = turns.map { turn in
            Cue(start: turn.start, end: turn.end, speaker: turn.speaker, text: parser.words(of: turn))
        }
        var warnings: [ExtractionWarning] = []
        if turns.count < parser.turns.count {
            warnings.append(
                ExtractionWarning(.skipped, "What stands before the first speaker was left out: nobody says it."))
        }
        return Transcript(
            format: .text, cues: cues.filter { !$0.text.isEmpty || $0.speaker != nil }, warnings: warnings)
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
        /// Whether it was begun by a line of a time and nothing else.
        var isTimeAlone = false
    }

    private let bytes: [UInt8]
    private let style: TurnOpening.Style?
    private let afterEmptyLineOnly: Bool
    private let isTimedByLine: Bool
    private var turns: [Turn] = []
    private var headings: [Block] = []
    private var current: Turn?

    private init(_ bytes: [UInt8], _ style: TurnOpening.Style?, afterEmptyLineOnly: Bool) {
        self.bytes = bytes
        self.style = style
        self.afterEmptyLineOnly = afterEmptyLineOnly
        isTimedByLine = Self.isTimedByLine(bytes)
    }

    /// Whether lines open with times that go on, as in what players show beside a recording, with no empty lines between: a time of
    /// day at the beginning of a line of prose comes alone, or out of order.
    private static func isTimedByLine(_ bytes: [UInt8]) -> Bool {
        var (lines, timed, last) = (0, 0, 0.0)
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            guard !content.isEmpty else { continue }
            lines += 1
            guard let time = SpokenTime(bytes, at: content.lowerBound, limit: content.upperBound) else { continue }
            guard time.start >= last else { return false }
            timed += 1
            last = time.start
        }
        // A cue is wrapped into a few lines at most where no empty line parts it from the next.
        return timed >= 3 && timed * 4 >= lines
    }

    private mutating func parse() {
        var afterEmptyLine = true
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            if content.isEmpty {
                afterEmptyLine = true
                continue
            }
            // What the program wrote that wrote down the others: nobody says it.
            if style != nil, ProgramLine.isOne(bytes.string(content)) { continue }
            let mayOpen = afterEmptyLine || !afterEmptyLineOnly
            let opening = mayOpen ? style.flatMap { TurnOpening(bytes, content, $0) } : nil
            if let opening, TranscriptEvidence.isRemark(opening.speaker) {
                // "Note: …" on a line of its own is nobody's words, and all of it is kept.
                close()
                current = Turn(whole: content, body: content)
            } else if let opening {
                // A time that stands alone above it is that of whoever speaks now.
                let above = current.flatMap { $0.body.isEmpty && $0.isTimeAlone ? $0.start : nil }
                if above != nil { current = nil }
                close()
                current = Turn(
                    speaker: opening.speaker, start: opening.time?.start ?? above, end: opening.time?.stop,
                    whole: content, body: opening.body..<content.upperBound)
            } else if afterEmptyLine, let level = MarkdownLine.headingLevel(bytes[content]) {
                let speaker = current?.speaker
                close()
                headings.append(Block(.heading(level: level), span: TextSpan(content)))
                current = Turn(speaker: speaker, whole: line.next..<line.next, body: line.next..<line.next)
            } else if let time = SpokenTime(bytes, at: content.lowerBound, limit: content.upperBound),
                afterEmptyLine || isTimedByLine || current?.body.isEmpty != false
            {
                openAt(time, content)
            } else if style == nil, afterEmptyLine, current?.body.isEmpty != true {
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
            current?.isTimeAlone = body.isEmpty
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

/// Counts the turns that a text would have in each style of written transcripts, and judges whether it is one.
struct TranscriptEvidence {
    private struct Count {
        var turns = 0
        var afterEmptyLine = 0
        /// Whose words begin on the same line.
        var withWords = 0
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
                guard let opening = TurnOpening(bytes, content, style), !Self.isRemark(opening.speaker) else {
                    continue
                }
                counts[style, default: Count()].turns += 1
                counts[style, default: Count()].speakers[opening.speaker, default: 0] += 1
                if afterEmptyLine { counts[style, default: Count()].afterEmptyLine += 1 }
                if opening.body < content.upperBound { counts[style, default: Count()].withWords += 1 }
            }
            afterEmptyLine = false
        }
    }

    /// The style of the transcript, or `nil` when there is too little to show that the text is one.
    ///
    /// - Parameter certain: Ask for plain evidence (several turns, speakers who return, turns throughout the text; or a few
    ///   turns and nothing else), where without it a single turn in bold or two plain ones do.
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
        } else if certain, bold.turns == 2 {
            found = (.bold, bold)
        } else {
            return nil
        }
        if certain, !isShortExchange(found.0, found.1) {
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

    /// Whether the text is two or three turns of different people and nothing else. Nobody returns in so few, so names that
    /// forms, letters and notes have before a colon must not be among them.
    private func isShortExchange(_ style: TurnOpening.Style, _ count: Count) -> Bool {
        guard (2...3).contains(count.turns), count.speakers.count >= 2 else { return false }
        guard count.turns == lines || count.turns == paragraphs && count.afterEmptyLine == paragraphs else {
            return false
        }
        // In the other style the words stand below the name.
        guard style == .header || count.withWords == count.turns else { return false }
        return count.speakers.keys.allSatisfy { !Self.isLabel($0) }
    }

    /// Whether a word before a colon says what follows, also among turns: "Note: …".
    static func isRemark(_ name: String) -> Bool { RemarkWords.contain(name) || FrontMatter.isKey(name.lowercased()) }

    /// Whether a word before a colon says what follows, and not who speaks.
    static func isLabel(_ name: String) -> Bool {
        let name = name.lowercased()
        return FieldLabels.contain(name) || FrontMatter.isKey(name)
    }
}

/// Words before a colon that say what follows, "Date: …", and not who speaks: what letters, addresses, notes, recipes, questions and
/// answers put there. Of some, "Price", there are people too, and some speak in an interview, "Q": among turns of a conversation only
/// `RemarkWords` count.
///
/// Kept here by hand, in English, German, French and Spanish; no script makes the list.
private enum FieldLabels {
    /// Whether a name in small letters is one of them.
    static func contain(_ name: String) -> Bool { words.contains(name) }

    private static let words: Set<String> = [
        "from", "to", "cc", "bcc", "subject", "re", "sent", "reply-to", "attachments", "ps", "p.s", "p.s.", "dear",
        "name", "first name", "last name", "street", "town", "city", "state", "country", "address", "zip", "postcode",
        "phone", "tel", "tel.", "telephone", "fax", "mobile", "email", "e-mail", "mail", "web", "website", "birthday",
        "born", "age", "iban", "bic", "bank", "account", "user", "username", "login", "password", "pin", "code",
        "customer", "order", "invoice", "number", "no", "no.", "amount", "price", "cost", "costs", "total", "paid",
        "due", "deadline", "day", "month", "year", "time", "when", "where", "who", "what", "why", "how", "place",
        "room", "start", "end", "begin", "until", "note", "notes", "nb", "n.b", "n.b.", "hint", "tip", "warning",
        "important", "caution", "attention", "remember", "todo", "to do", "to-do", "done", "open", "next", "task",
        "tasks", "action", "actions", "decision", "goal", "aim", "problem", "solution", "cause", "reason", "result",
        "idea", "ideas", "pro", "pros", "con", "cons", "plan", "step", "steps", "example", "examples", "see", "e.g.",
        "input", "output", "q", "a", "question", "answer", "questions", "answers", "ingredients", "method",
        "preparation", "serves", "makes", "yield", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday", "morning", "noon", "afternoon", "evening", "today", "tomorrow", "yesterday", "breakfast", "lunch",
        "dinner", "size", "weight", "height", "colour", "color", "model", "brand", "isbn", "pages", "abstract",
        "introduction", "conclusion", "figure", "table", "chapter", "section", "part", "rule", "fact", "von", "an",
        "betreff", "datum", "straße", "ort", "stadt", "land", "telefon", "handy", "adresse", "geburtstag", "alter",
        "konto", "passwort", "preis", "summe", "zeit", "wann", "wo", "wer", "was", "notiz", "notizen", "hinweis",
        "wichtig", "achtung", "frage", "antwort", "zutaten", "zubereitung", "montag", "dienstag", "mittwoch",
        "donnerstag", "freitag", "samstag", "sonntag", "heute", "morgen", "gestern", "beispiel", "de", "objet", "nom",
        "prénom", "rue", "ville", "pays", "téléphone", "prix", "heure", "lieu", "remarque", "réponse", "exemple",
        "ingrédients", "asunto", "nombre", "calle", "ciudad", "país", "teléfono", "dirección", "fecha", "precio",
        "hora", "lugar", "nota", "notas", "pregunta", "respuesta", "ejemplo", "ingredientes",
    ]
}
