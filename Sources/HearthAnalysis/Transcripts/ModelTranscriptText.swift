import HearthCore
import HearthExtractive
import HearthKnowledge
import HearthPrompts
import HearthText

/// What is written from the notes: summary, tags, titles.
extension ModelTranscriptAnalyst {
    func summary() async throws -> TranscriptSummary {
        let notes = try await wholeNotes()
        let output = budget.output
        let outcomes: [NodeRunner.Outcome<TranscriptSummaryAnswer>] = try await map(
            [notes.map(\.text)], message: { _, _ in "Writing the summary" }
        ) { texts in
            NodeRunner.Ask(
                kind: "summary", version: TranscriptSummaryPrompt.version,
                messages: TranscriptSummaryPrompt.messages(notes: texts), maxTokens: output)
        }
        guard case .answered(let answer, _, let writer)? = outcomes.first else {
            wrote(.summary, report(outcomes.first, "summary"))
            note("The summary was made by the basic engine, because no other wrote one.")
            return basic.summary()
        }
        standIn(writer, "summary", 0..<transcript.cues.count)
        wrote(.summary, writer)
        let evidence = try await evidence(for: answer.keyTakeaways + [answer.summary])
        return TranscriptSummary(
            summary: answer.summary, mainTopics: Self.distinct(answer.mainTopics),
            keyTakeaways: Self.distinct(answer.keyTakeaways),
            targetAudience: answer.targetAudience.isEmpty ? nil : answer.targetAudience,
            engagementLevel: .init(rawValue: answer.engagementLevel.rawValue) ?? .medium, evidence: evidence,
            estimated: [])
    }

    func tags() async throws -> TranscriptTags {
        let notes = try await wholeNotes()
        let output = budget.output
        let outcomes: [NodeRunner.Outcome<TranscriptTagsAnswer>] = try await map(
            [notes.map(\.text)], message: { _, _ in "Choosing tags" }
        ) { texts in
            NodeRunner.Ask(
                kind: "tags", version: TranscriptTagsPrompt.version,
                messages: TranscriptTagsPrompt.messages(notes: texts),
                maxTokens: output)
        }
        guard case .answered(let answer, _, let writer)? = outcomes.first else {
            wrote(.tags, report(outcomes.first, "tags"))
            note("The tags were made by the basic engine, because no other chose any.")
            return basic.tags()
        }
        standIn(writer, "tags", 0..<transcript.cues.count)
        wrote(.tags, writer)
        // A term that nobody says is none of this transcript.
        let terms = Self.distinct(answer.technicalTerms)
        let said = terms.filter { !transcript.verifier.mentions(of: $0, limit: 1).isEmpty }
        unverified(terms.count - said.count)
        return TranscriptTags(
            keywords: Array(Self.distinct(answer.keywords).prefix(10)), primaryCategory: answer.primaryCategory,
            secondaryCategories: Self.distinct(answer.secondaryCategories),
            difficulty: .init(rawValue: answer.difficulty.rawValue), technicalTerms: said, estimated: [])
    }

    /// Chapters are cut where the topic shifts, by counting; the model gives them their titles.
    func chapters() async throws -> [TranscriptChapter] {
        var chapters = BasicTranscriptAnalyst.chapters(of: transcript)
        let (output, limit, tokenizer) = (budget.line, budget.input, runner.primary.tokenizer)
        var texts: [(text: String, keyphrases: [String], isWhole: Bool)] = []
        for chapter in chapters {
            let opening = transcript.opening(of: chapter.cues, tokens: limit, tokenizer: tokenizer)
            texts.append((opening.text, chapter.keyphrases, opening.isWhole))
        }
        let outcomes: [NodeRunner.Outcome<TranscriptChapterAnswer>] = try await map(
            texts.map { ($0.text, $0.keyphrases) }, message: { "Naming chapter \($0) of \($1)" }
        ) { item in
            NodeRunner.Ask(
                kind: "chapter", version: TranscriptChapterPrompt.version,
                messages: TranscriptChapterPrompt.messages(chapter: item.0, keyphrases: item.1), maxTokens: output)
        }
        for (place, outcome) in outcomes.enumerated() {
            switch outcome {
            case .answered(let answer, _, let writer):
                let title = answer.title.singleSpaced
                let isTitle = !title.isEmpty && title.count <= 120
                if isTitle { chapters[place].title = title }
                wrote(.chapters, isTitle ? writer : Self.basicWriter(because: "the engine gave no title"))
                standIn(writer, "chapters", chapters[place].cues)
                if !texts[place].isWhole {
                    gap(
                        .truncated, "chapters", chapters[place].cues,
                        "The title was made from the beginning of the chapter and from phrases of all of it.")
                }
            case .basic(let reason):
                gap(.stoodIn, "chapters", chapters[place].cues, reason, standIn: .basic)
                wrote(.chapters, Self.basicWriter(because: reason))
            case .gap(let kind, let reason):
                gap(kind, "chapters", chapters[place].cues, reason)
                wrote(.chapters, Self.basicWriter(because: reason))
            }
        }
        return chapters
    }

    /// Writes down why no other engine wrote it.
    ///
    /// - Returns: The basic engine, which does it instead.
    private func report<Value>(_ outcome: NodeRunner.Outcome<Value>?, _ work: String) -> PartWriter {
        switch outcome {
        case .gap(let kind, let reason):
            gap(kind, work, 0..<transcript.cues.count, reason)
            return Self.basicWriter(because: reason)
        case .basic(let reason):
            gap(.stoodIn, work, 0..<transcript.cues.count, reason, standIn: .basic)
            return Self.basicWriter(because: reason)
        case .answered, nil: return Self.basicWriter(because: "no engine was asked")
        }
    }

    /// The words of the transcript on which sentences stand that a model wrote. Those without are counted in a note.
    private func evidence(for statements: [String]) async throws -> [TimedQuote] {
        let searcher = TranscriptSearcher(transcript.cues, language: transcript.language)
        let verifier = CitationVerifier()
        var found: [TimedQuote] = []
        var missing = 0
        for statement in statements where !statement.isEmpty {
            try Task.checkCancellation()
            var isSupported = false
            for match in searcher.matches(statement, limit: 3) where !isSupported {
                guard let support = try await verifier.support(for: statement, in: match.quote.text), support.verified,
                    let words = match.quote.text.text(in: support.span)
                else { continue }
                let range = transcript.text.range(of: match.quote.cues)
                guard let place = transcript.verifier.place(of: words, in: range) else { continue }
                found.append(place)
                isSupported = true
            }
            if !isSupported { missing += 1 }
        }
        if missing > 0 {
            note(
                "\(missing) of \(statements.count) statements of the summary could not be traced to words of the transcript."
            )
        }
        return BasicTranscriptAnalyst.inOrder(found)
    }

    /// Without repetitions and without what is empty.
    static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(\.singleSpaced)
            .filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
    }
}

extension ReadTranscript {
    /// The beginning of some cues, as a model reads it.
    func opening(of cues: Range<Int>, tokens: Int, tokenizer: any TextTokenizer) -> (text: String, isWhole: Bool) {
        var text = ""
        var used = 0
        var speaker: String?
        for index in cues {
            let words = self.text.text.text(in: TextSpan(self.text.range(of: index..<(index + 1)))) ?? ""
            guard !words.isEmpty else { continue }
            let name = self.cues[index].speaker
            var line = text.isEmpty ? "" : name == speaker ? " " : "\n"
            if let name, text.isEmpty || name != speaker { line += name + ": " }
            line += words.replacing("\0", with: " ")
            speaker = name
            let cost = tokenizer.countTokens(line) + 1
            if used + cost > tokens {
                return (text.isEmpty ? tokenizer.head(of: line, tokens: tokens) : text, false)
            }
            used += cost
            text += line
        }
        return (text, true)
    }
}

/// Notes on one part, or on several, as text for the next level.
struct PartNotes: Sendable {
    var text: String
    /// The parts' cues.
    var cues: Range<Int>
    /// Whether something had to be left out to make them fit.
    var isTruncated = false

    init(_ answer: TranscriptNotesAnswer, cues: Range<Int>, limit: Int, tokenizer: any TextTokenizer) {
        self.init(
            summary: answer.summary, topics: answer.topics, takeaways: answer.takeaways, terms: answer.terms,
            cues: cues,
            limit: limit, tokenizer: tokenizer)
    }

    /// Notes of the basic engine, where no other may read a part.
    init(basic part: TranscriptPart, language: String, limit: Int, tokenizer: any TextTokenizer) {
        let words = max(20, min(70, limit / 4))
        self.init(
            summary: ExtractiveSummarizer().summarize(part.text, words: words).summary,
            topics: KeyphraseExtractor().keyphrases(in: part.text, limit: 4, language: language).map(\.text),
            takeaways: [], terms: [], cues: part.cues, limit: limit, tokenizer: tokenizer)
    }

    /// Notes that were written before, as far as they fit.
    init(text: String, cues: Range<Int>, limit: Int, tokenizer: any TextTokenizer) {
        self.init(
            summary: text, topics: [], takeaways: [], terms: [], cues: cues, limit: limit, tokenizer: tokenizer)
    }

    private init(
        summary: String, topics: [String], takeaways: [String], terms: [String], cues: Range<Int>, limit: Int,
        tokenizer: any TextTokenizer
    ) {
        self.cues = cues
        var lines = [summary.singleSpaced]
        if !topics.isEmpty { lines.append("Topics: \(topics.map(\.singleSpaced).joined(separator: "; "))") }
        lines += takeaways.map { "- \($0.singleSpaced)" }
        if !terms.isEmpty { lines.append("Terms: \(terms.map(\.singleSpaced).joined(separator: "; "))") }
        text = lines.joined(separator: "\n")
        // Two notes fit one request, or the levels would never end. The least is at the end.
        while lines.count > 1, tokenizer.countTokens(text) > limit {
            lines.removeLast()
            text = lines.joined(separator: "\n")
            isTruncated = true
        }
        if tokenizer.countTokens(text) > limit {
            isTruncated = true
            text = tokenizer.head(of: text, tokens: limit)
        }
    }
}
