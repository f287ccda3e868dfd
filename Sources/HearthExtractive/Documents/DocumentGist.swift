package import HearthCore
import HearthText

/// What a document is about, in a few of its own sentences: the first that says something, and those of the rest that say most.
///
/// How a text begins says best what it is about, where it begins with its matter: a letter begins with addresses and thanks, and ends with
/// greetings. Those are left out, as are headings, tables, signatures and whatever else is no sentence. What has no sentences at all, such
/// as a list, is told by its first lines.
package enum DocumentGist {
    /// Words of the sentences behind the first.
    private static let words = 60
    /// Words of a first sentence at most, and of any at least.
    private static let longest = 60
    private static let shortest = 4
    /// Sentences at the beginning and at the end of a text among which are those that only greet.
    private static let edge = 12
    /// Bytes that are read; what a text is about is said before.
    package static let mostBytes = 1_000_000

    /// The sentences in the order of the text, each with its bytes of it.
    ///
    /// - Parameters:
    ///   - title: What the document is called; a sentence that says what that is leads.
    ///   - apart: Bytes that are no prose: headings, tables, code.
    ///   - isTalk: Whether the text is what people say, line by line.
    package static func sentences(
        of text: String, title: String = "", apart: [TextSpan] = [], isTalk: Bool = false, most: Int = 3
    ) -> [ExtractiveSummary.Sentence] {
        guard most > 0 else { return [] }
        let text = String(text.prefixOfBytes(mostBytes))
        var plain = PlainText.blanked(text)
        if plain.utf8.count != text.utf8.count { plain = text }
        let language = LanguageIdentifier().identify(String(plain.prefixOfBytes(20_000))).language
        let summarizer = ExtractiveSummarizer()
        if isTalk || plain.withBytes({ TranscriptLines($0).isTranscript }) {
            return summarizer.summarize(plain, words: words, sentences: most).sentences
        }
        let all = prose(plain, apart: apart, language: language)
        let matter = all.enumerated().filter { place, sentence in
            place >= edge && place < all.count - edge || !isFormal(sentence.span, in: plain, language: language)
        }.map(\.element)
        let whole = matter.filter { !isField($0.span, in: plain) }
        let telling = whole.isEmpty ? matter : whole
        let short = telling.lazy.filter { $0.words <= longest }.prefix(DocumentSubject.first)
        let subject = DocumentSubject(title, language: language)
        guard
            let lead = subject.lead(of: short.map { text.text(in: $0.span) ?? "" }).map({ Array(short)[$0] })
                ?? telling.first
        else {
            return lines(plain, apart: apart, most: most)
        }
        // What stands before it leads up to it.
        let rest = telling.filter { $0.span.start > lead.span.start }.map(\.span)
        let others =
            most > 1
            ? summarizer.summarize(keeping(rest, of: plain), words: words, sentences: most - 1).sentences.map(\.span)
            : []
        return ([lead.span] + others).sorted { $0.start < $1.start }.compactMap { span in
            text.text(in: span).map { ExtractiveSummary.Sentence(text: $0, span: span) }
        }
    }

    // MARK: - Sentences

    /// The sentences that end as such and have enough words, paragraph by paragraph.
    private static func prose(
        _ text: String, apart: [TextSpan], language: String
    ) -> [(span: TextSpan, words: Int)] {
        let splitter = SentenceSplitter()
        return text.withBytes { bytes in
            let tokens = SummaryTokens(bytes)
            var found: [(span: TextSpan, words: Int)] = []
            for paragraph in paragraphs(bytes) {
                for span in splitter.sentences(in: bytes.string(paragraph), language: language) {
                    let range = (paragraph.lowerBound + span.start)..<(paragraph.lowerBound + span.end)
                    let words = tokens.count([range])
                    let place = TextSpan(range)
                    guard words >= shortest, isClosed(range, bytes), !apart.contains(where: { $0.overlaps(place) })
                    else {
                        continue
                    }
                    found.append((place, words))
                }
            }
            return found
        }
    }

    /// What blank lines part.
    private static func paragraphs(_ bytes: UTF8Bytes) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start: Int?
        var end = 0
        var line = 0
        while line < bytes.count {
            var next = line
            while next < bytes.count, bytes[next] != 0x0A { next += 1 }
            let trimmed = TranscriptLines.trim(line..<next, bytes)
            if trimmed.isEmpty {
                if let from = start { found.append(from..<end) }
                start = nil
            } else {
                if start == nil { start = trimmed.lowerBound }
                end = trimmed.upperBound
            }
            line = next + 1
        }
        if let from = start { found.append(from..<end) }
        return found
    }

    /// Whether it ends as a sentence that tells something does, marks that close aside.
    private static func isClosed(_ range: Range<Int>, _ bytes: UTF8Bytes) -> Bool {
        var end = range.upperBound
        while end > range.lowerBound, let (value, length) = bytes.scalar(before: end) {
            if value.isTerminator { return !SentenceEnd.asks(bytes.string(range.suffix(16))) }
            guard closing.contains(value) else { return false }
            end -= length
        }
        return false
    }

    /// Quotation marks, brackets, emphasis.
    private static let closing: Set<UInt32> = [
        0x22, 0x27, 0x29, 0x2A, 0x5D, 0x5F, 0xBB, 0xAB, 0x201C, 0x201D, 0x2019, 0x300D, 0x300F, 0xFF09,
    ]

    /// Whether it is a field of a form and its value: "Date of visit: 12 September 2025."
    private static func isField(_ span: TextSpan, in text: String) -> Bool {
        guard span.count <= longestField, let sentence = text.text(in: span),
            let colon = sentence.firstIndex(where: { $0 == ":" || $0 == "：" }),
            sentence[colon] == "：" || sentence[sentence.index(after: colon)...].first == " "
        else { return false }
        let name = sentence[..<colon].split(whereSeparator: \.isWhitespace).count
        let value = sentence[sentence.index(after: colon)...].split(whereSeparator: \.isWhitespace).count
        return (1...mostOfFieldName).contains(name) && (1...mostOfFieldValue).contains(value)
    }

    /// Words of a field's name, and of its value.
    private static let mostOfFieldName = 3
    private static let mostOfFieldValue = 4
    /// Bytes of both.
    private static let longestField = 80

    /// Whether a sentence only greets, thanks or offers to help, as the first and the last of letters do.
    private static func isFormal(_ span: TextSpan, in text: String, language: String) -> Bool {
        guard let sentence = text.text(in: span) else { return true }
        return Courtesies.isCourtesy(sentence, language: language) || LineRoles.isGreeting(span, in: text)
            || LetterFormulas.hold(sentence)
    }

    /// The text with spaces in place of all but these stretches.
    private static func keeping(_ spans: [TextSpan], of text: String) -> String {
        let bytes = Array(text.utf8)
        var kept = bytes.map { $0 == 0x0A ? $0 : 0x20 }
        for span in spans { kept.replaceSubrange(span.range, with: bytes[span.range]) }
        return String(decoding: kept, as: UTF8.self)
    }

    // MARK: - Lines

    /// The first lines that say something, of a text without sentences.
    private static func lines(_ text: String, apart: [TextSpan], most: Int) -> [ExtractiveSummary.Sentence] {
        text.withBytes { bytes in
            let tokens = SummaryTokens(bytes)
            var found: [ExtractiveSummary.Sentence] = []
            var any: [ExtractiveSummary.Sentence] = []
            for line in TranscriptLines(bytes).lines.map(\.body) where !line.isEmpty {
                let span = TextSpan(line)
                let sentence = ExtractiveSummary.Sentence(text: bytes.string(line), span: span)
                if any.count < most { any.append(sentence) }
                guard tokens.count([line]) >= shortest, !apart.contains(where: { $0.overlaps(span) }),
                    !LineRoles.isGreeting(span, in: text)
                else { continue }
                found.append(sentence)
                if found.count == most { break }
            }
            return found.isEmpty ? any : found
        }
    }
}

/// What letters say whatever they are about: thanks for a letter, offers to answer questions, best wishes.
///
/// Set phrases, kept here by hand from guides to letter writing in the languages; no script makes them.
enum LetterFormulas {
    /// A longer sentence says something beside.
    private static let mostBytes = 260

    static func hold(_ sentence: String) -> Bool {
        guard sentence.utf8.count <= mostBytes else { return false }
        if unspaced.contains(where: { sentence.contains($0) }) { return true }
        let line = " " + SearchAnalyzer.unstemmed.terms(in: sentence).joined(separator: " ") + " "
        return phrases.contains { line.contains($0) }
    }

    private static let phrases: [String] = list.split(separator: "|").map {
        " " + SearchAnalyzer.unstemmed.terms(in: String($0)).joined(separator: " ") + " "
    }

    private static let list = """
        thank you for your letter|thank you for your email|thank you for your message|thank you for your|thanks for your|thank you in advance|\
        do not hesitate|don't hesitate|feel free to|if you have any questions|if you have questions|should you have any|any further questions|\
        we look forward to|I look forward to|looking forward to|hope this finds you|hope you are well|hope you are all well|\
        hope you had|hope you're well|hope all is well|just a quick|please find enclosed|\
        please find attached|sorry for any inconvenience|apologise for any inconvenience|apologize for any inconvenience|kind regards|best wishes|\
        yours sincerely|yours faithfully|\
        vielen Dank für|herzlichen Dank|danke für|wir danken Ihnen|ich danke Ihnen|bei Fragen|bei Rückfragen|für Rückfragen|für Fragen|sollten Sie Fragen|wenn \
        Sie Fragen|falls Sie Fragen|stehen wir Ihnen|stehe ich Ihnen|gerne zur Verfügung|gern zur Verfügung|zögern Sie nicht|wir freuen uns auf|ich \
        freue mich auf|ich hoffe es geht|mit freundlichen Grüßen|wir bitten um Ihr Verständnis|wir bitten um Verständnis|für Ihr Verständnis|\
        nous vous remercions|je vous remercie|merci de votre|merci pour votre|n'hésitez pas|restons à votre disposition|reste à votre disposition|\
        veuillez agréer|je vous prie d'agréer|dans l'attente|de votre compréhension|\
        le agradecemos|les agradecemos|agradecemos su|gracias por su|no dude en|no duden en|quedamos a su disposición|quedo a su disposición|\
        disculpen las molestias|reciba un cordial|\
        la ringraziamo|vi ringraziamo|la ringrazio|grazie per|non esiti a|non esitate a|restiamo a disposizione|resto a disposizione|a sua \
        disposizione|a vostra disposizione|\
        agradecemos a sua|agradecemos a vossa|agradecemos o seu|não hesite|ficamos à disposição|estamos à disposição|à sua disposição|\
        bedankt voor uw|dank voor uw|aarzel niet|aarzelt u niet|mocht u vragen|heeft u vragen|\
        tack för ert|tack för ditt|tveka inte|tak for dit|tak for jeres|tøv ikke|takk for ditt|ikke nøl|kiitos kirjeestä|\
        dziękujemy za|w razie pytań|děkujeme za|v případě dotazů|vă mulțumim|nu ezitați|teşekkür ederiz|\
        благодарим вас|спасибо за ваше|если у вас возникнут вопросы|если у вас есть вопросы|дякуємо за|якщо у вас є питання|\
        σας ευχαριστούμε|μη διστάσετε|نشكركم على|شكرا لكم|لا تترددوا|لا تتردد|تحية طيبة وبعد|السلام عليكم|terima kasih atas|xin cảm ơn
        """

    private static let unspaced = [
        "お世話になっております", "よろしくお願い", "ありがとうございます", "ありがとうございました", "ご不明な点", "ご了承ください", "ご理解", "拝啓", "敬具",
        "感谢您", "感謝您", "谢谢", "謝謝", "您好", "如有疑问", "如有任何疑问", "敬请谅解", "敬請見諒", "带来不便", "帶來不便", "理解与配合", "理解與配合",
        "감사합니다", "안녕하세요", "안녕하십니까", "부탁드립니다", "ขอบคุณ",
    ]
}
