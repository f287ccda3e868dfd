package import HearthCore
import HearthText

/// What a document is called, held against its sentences: which of the first says what the document is or does.
///
/// How a text begins is often no answer to what it is about ("Last changed in May.", "Run the installer."), while one of the next sentences has
/// the name of the thing as its subject or speaks of itself ("This page sums up …").
struct DocumentSubject {
    private let terms: Set<String>
    private let analyzer: SearchAnalyzer

    /// Sentences at the beginning among which the one is looked for.
    static let first = 5
    /// Words at the beginning of a sentence among which its subject stands.
    private static let opening = 4
    /// What a sentence is worth that has the document as its subject. Each place farther behind costs `distance`: three sentences farther a
    /// subject still outweighs the first sentence, the fourth no more.
    static let defining = 1.5
    private static let distance = 0.4

    init(_ title: String, language: String) {
        analyzer = SearchAnalyzer(language: language)
        terms = Self.terms(of: title, analyzer, language)
    }

    private static func terms(of title: String, _ analyzer: SearchAnalyzer, _ language: String) -> Set<String> {
        Set(
            analyzer.terms(in: title).filter { term in
                term.contains { $0.isLetter } && !analyzer.isStopword(term, language: language)
            })
    }

    /// How much of what the document is called a sentence says, and whether it begins with it.
    func value(of sentence: String) -> Double {
        let found = analyzer.terms(in: sentence)
        let shared = Set(found).intersection(terms).count
        var value = Double(max(0, min(shared, 3) - 1))
        if found.prefix(Self.opening).contains(where: terms.contains) || Self.speaksOfItself(sentence) {
            value += Self.defining
        }
        return value
    }

    /// Whether a sentence says any of it.
    func isNamed(in sentence: String) -> Bool { analyzer.terms(in: sentence).contains(where: terms.contains) }

    /// The place of the best of some sentences from the beginning.
    func lead(of sentences: [String]) -> Int? {
        let ranked = sentences.prefix(Self.first).enumerated().map { place, sentence in
            (place, value(of: sentence) - Double(place) * Self.distance - (sentence.hasSuffix("!") ? 1 : 0))
        }
        return ranked.max { $0.1 == $1.1 ? $0.0 > $1.0 : $0.1 < $1.1 }?.0
    }

    /// "This agreement is made …", "Diese Satzung regelt …", "本合同由…"
    static func speaksOfItself(_ sentence: String) -> Bool {
        let opening = sentence.prefixOfBytes(60).lowercased()
        if unspaced.contains(where: { opening.hasPrefix($0) }) { return true }
        return phrases.contains {
            opening.hasPrefix($0) && opening.dropFirst($0.count).first?.isLetter != true
        }
    }

    /// Kept by hand; no script makes them.
    private static let phrases: [String] = """
        this page|this document|this agreement|this contract|this lease|this manual|this guide|this report|this policy|this paper|this handbook|\
        this leaflet|this letter|this note|this notice|this plan|this recipe|this list|this summary|this survey|these rules|these terms|these notes|\
        diese seite|dieses dokument|diese vereinbarung|dieser vertrag|diese anleitung|dieses handbuch|dieser bericht|diese satzung|dieser brief|\
        diese ordnung|diese regeln|dieser leitfaden|dieses merkblatt|dieser plan|ce document|cette page|ce contrat|le présent contrat|ce guide|\
        ce rapport|ce règlement|le présent règlement|cette notice|este documento|esta página|este contrato|el presente contrato|este informe|\
        esta guía|estas normas|questo documento|questa pagina|questo contratto|il presente contratto|questo manuale|questa guida|o presente contrato|\
        este relatório|este manual|este guia|dit document|deze overeenkomst|deze pagina|dit verslag|deze handleiding|detta dokument|detta avtal|\
        dette dokument|denne aftale|denne avtalen|ten dokument|niniejsza umowa|ta umowa|tento dokument|tato smlouva|acest document|prezentul contract|\
        bu belge|bu sözleşme|bu kılavuz|этот документ|настоящий договор|настоящая инструкция|цей документ|цей договір|αυτό το έγγραφο|το παρόν
        """.split(separator: "|").map(String.init)

    private static let unspaced = [
        "この文書", "このページ", "本書", "本契約", "本資料", "本文", "本合同", "本手册", "本协议", "本協議", "本页", "이 문서", "본 계약", "이 계약", "이 안내서",
        "เอกสารนี้", "สัญญานี้", "यह दस्तावेज़", "यह अनुबंध", "هذه الوثيقة", "هذا العقد",
    ]
}

extension DocumentGist {
    /// Sections that an outline needs, those that it names, and those beyond which a text is a book.
    private static let leastSections = 3
    private static let mostNamed = 8
    private static let mostSections = 20
    /// Bytes of a heading; more are a sentence.
    private static let longestHeading = 100

    /// What is told of a document: where none of its first sentences says what it is, what it is called and has sections on comes first.
    ///
    /// - Parameters:
    ///   - title: What the document is called.
    ///   - blocks: Those of the text.
    package static func told(of text: String, title: String?, blocks: [Block], most: Int) -> [ExtractiveSummary
        .Sentence]
    {
        let isTalk = blocks.contains { $0.kind == .utterance }
        let apart = blocks.filter(\.kind.isApart).map(\.span)
        let heading = isTalk ? nil : heading(of: text, blocks)
        let name = [title, heading.flatMap { text.text(in: $0) }].compactMap(\.self).joined(separator: " ")
        let sentences = sentences(of: text, title: name, apart: apart, isTalk: isTalk, most: most)
        guard !isTalk, most > 1, let lead = sentences.first else { return sentences }
        let language = LanguageIdentifier().identify(String(text.prefixOfBytes(20_000))).language
        let subject = DocumentSubject(name, language: language)
        guard subject.value(of: lead.text) < DocumentSubject.defining,
            let opening = outline(of: text, title: title, heading, blocks)
                ?? heading.flatMap({ subject.isNamed(in: lead.text) ? nil : called($0, in: text) }),
            opening.span != lead.span
        else { return sentences }
        return [opening] + sentences.prefix(most - 1)
    }

    private static func called(_ heading: TextSpan, in text: String) -> ExtractiveSummary.Sentence? {
        text.text(in: heading).map { ExtractiveSummary.Sentence(text: $0, span: heading, shown: PlainText.line($0)) }
    }

    /// "House manual: Water · Heating · The cat", of a text whose sections say what they are on.
    private static func outline(
        of text: String, title: String?, _ heading: TextSpan?, _ blocks: [Block]
    ) -> ExtractiveSummary.Sentence? {
        let headings = blocks.compactMap { block -> (level: Int, span: TextSpan)? in
            guard case .heading(let level) = block.kind, block.span != heading else { return nil }
            return (level, block.span)
        }
        guard let level = headings.map(\.level).min() else { return nil }
        let sections = headings.filter { $0.level == level }
        guard (leastSections...mostSections).contains(sections.count) else { return nil }
        let names = sections.compactMap { text.text(in: $0.span).map(PlainText.line).map(withoutNumber) }
        guard names.allSatisfy({ $0.utf8.count <= longestHeading }),
            // "Chapter 1", "Chapter 2" say nothing.
            Set(names.map { $0.filter(\.isLetter) }.filter { $0.count > 1 }).count >= leastSections
        else { return nil }
        let span = heading ?? sections[0].span
        guard let quote = text.text(in: span) else { return nil }
        let list = names.prefix(mostNamed).joined(separator: " · ") + (names.count > mostNamed ? " · …" : "")
        let called = heading == nil ? title : PlainText.line(quote)
        return ExtractiveSummary.Sentence(
            text: quote, span: span, shown: called.map { "\($0): \(list)" } ?? list)
    }

    /// "2. Water" as "Water".
    private static func withoutNumber(_ heading: String) -> String {
        let rest = heading.drop { $0.isNumber || $0 == "." }
        guard rest.startIndex > heading.startIndex, rest.first == " " || rest.first == ")" else { return heading }
        return String(rest.dropFirst().drop(while: \.isWhitespace))
    }

    /// What stands above all of a text: its first heading, if it stands above the others, or a line of its own that is no sentence.
    private static func heading(of text: String, _ blocks: [Block]) -> TextSpan? {
        guard let first = blocks.first else { return nil }
        switch first.kind {
        case .heading(let level):
            let isAbove = blocks.dropFirst().allSatisfy { block in
                if case .heading(let other) = block.kind { other > level } else { true }
            }
            return isAbove ? first.span : nil
        case .paragraph:
            guard blocks.count > 1, let line = text.text(in: first.span), !line.contains("\n"),
                line.utf8.count <= longestHeading, line.split(separator: " ").count > 2,
                let last = line.last(where: { !$0.isWhitespace }), last.isLetter || last.isNumber || last == "?",
                // Of letters: where and when they were written, to whom.
                !line.contains(where: \.isNumber), !line.contains(":"), !LineRoles.isGreeting(first.span, in: text)
            else { return nil }
            return first.span
        default: return nil
        }
    }
}

extension Block.Kind {
    /// Whether it is no prose.
    fileprivate var isApart: Bool {
        switch self {
        case .heading, .table, .code: true
        case .paragraph, .listItem, .quote, .utterance: false
        }
    }
}
