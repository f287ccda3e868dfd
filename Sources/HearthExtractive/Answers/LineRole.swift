import HearthCore
import HearthText

/// What a line of a text is by its shape, where no format marks it.
///
/// Plain text has no marks for headings, and a mail's first lines look like its text. They say what the text below is about; as answers
/// they are hardly meant.
enum LineRole: Equatable {
    case text
    /// A short line without an end mark, apart from what is above it, and with text below it.
    case title
    /// A line that asks, with text below it: what is asked there, the next line answers.
    case question
    /// A line of the block at the beginning of a mail.
    case header(MailHeader)

    /// Whether it stands above what follows, as a heading does.
    var isAbove: Bool { self != .text }

    /// What it says of a mail at whose beginning it stands.
    var header: MailHeader? {
        if case .header(let header) = self { return header }
        return nil
    }
}

/// What a line at the beginning of a mail says of it.
enum MailHeader: Int {
    case people, date, subject, other
}

/// The roles of the lines of a text.
struct LineRoles {
    private let bytes: UTF8Bytes

    /// Bytes and words of a heading at most; print has some sixty letters a line, and a headline seldom more words.
    private static let longest = 80
    private static let mostWords = 8
    /// Bytes of a text that is longer than a title, so that it is one's body even without an end mark.
    private static let leastBody = 60

    /// - Parameter spans: The sentences and headings of the text, in order.
    static func roles(of spans: [(span: TextSpan, isHeading: Bool)], in text: String) -> [LineRole] {
        text.withBytes { LineRoles(bytes: $0).roles(spans) }
    }

    private init(bytes: UTF8Bytes) { self.bytes = bytes }

    private func roles(_ spans: [(span: TextSpan, isHeading: Bool)]) -> [LineRole] {
        var roles = [LineRole](repeating: .text, count: spans.count)
        let places = spans.map { $0.span.start >= 0 && $0.span.end <= bytes.count && !$0.span.isEmpty }
        // From the end, since a title may stand above another one.
        for index in spans.indices.reversed() where places[index] && !spans[index].isHeading {
            let next = index + 1
            guard next < spans.count, places[next], isLine(spans[index].span), !spans[next].isHeading else { continue }
            if bytes.asks(spans[index].span) {
                roles[index] = .question
            } else if isApart(spans[index].span), hasTitleShape(spans[index].span),
                roles[next].isAbove || isBody(spans[next].span)
            {
                roles[index] = .title
            }
        }
        markHeaders(spans, &roles)
        return roles
    }

    // MARK: - Greetings

    /// Whether a sentence only greets or takes leave, by its shape, as the first and the last lines of letters do: "Dear Ilse," and "Yours
    /// sincerely,", a few words on a line with a blank one above, that end in a comma and have no verb.
    static func isGreeting(_ span: TextSpan, in text: String) -> Bool {
        text.withBytes { LineRoles(bytes: $0).isGreeting(span) }
    }

    private static let mostOfGreeting = 6
    /// Of Latin, Arabic and full width.
    private static let commas: Set<UInt32> = [0x2C, 0x60C, 0xFF0C]

    private func isGreeting(_ span: TextSpan) -> Bool {
        guard span.start >= 0, span.end <= bytes.count, !span.isEmpty, span.count <= Self.longest,
            let last = lastScalar(span), Self.commas.contains(last), isLine(span), isApart(span)
        else { return false }
        let words = bytes.string(span.range).lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
        return words.count <= Self.mostOfGreeting
            && !words.contains { $0.contains(where: \.isNumber) || Self.verbs.contains(String($0)) }
    }

    // MARK: - Titles

    /// Whether it is all of its line.
    private func isLine(_ span: TextSpan) -> Bool {
        var start = span.start
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        var end = span.end
        while end < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[end]) { end += 1 }
        return (start == 0 || bytes[start - 1] == 0x0A) && (end == bytes.count || bytes[end] == 0x0A)
            && !bytes[span.start..<span.end].contains(0x0A)
    }

    /// Whether a blank line or nothing stands above it.
    private func isApart(_ span: TextSpan) -> Bool {
        var at = span.start
        var ends = 0
        while at > 0, bytes[at - 1] <= 0x20 {
            at -= 1
            if bytes[at] == 0x0A { ends += 1 }
        }
        return at == 0 || ends > 1
    }

    private func isBody(_ span: TextSpan) -> Bool {
        span.count > Self.leastBody || lastScalar(span)?.isTerminator == true
            // The items of a list have a mark before them, which is no part of the span.
            || !isLine(span)
    }

    private func lastScalar(_ span: TextSpan) -> UInt32? { bytes.scalar(before: span.end)?.value }

    /// Short, in letters of a script with capitals, begun with one, without an end mark, a number or a verb that only sentences have.
    private func hasTitleShape(_ span: TextSpan) -> Bool {
        guard span.count <= Self.longest, let last = lastScalar(span), !last.isTerminator, last != 0x2C, last != 0x3B
        else { return false }
        let line = bytes.string(span.range)
        if isCaselessTitle(span, line) { return true }
        // "Boiler: 4471", a line of a table, an address.
        guard !line.dropLast().contains(where: { ":|\t=@".contains($0) }) else { return false }
        var words = line.split(separator: " ").map(String.init)
        // "3.2 Error codes"
        if let first = words.first, first.allSatisfy({ $0.isNumber || ".)".contains($0) }) { words.removeFirst() }
        guard let first = words.first?.unicodeScalars.first, first.value.isUppercase, words.count <= Self.mostWords,
            !words.contains(where: { $0.contains(where: \.isNumber) })
        else { return false }
        return !words.contains { Self.verbs.contains($0.lowercased()) }
    }

    /// Whether it is the first line of a text in a script without capitals, with a blank line below it, and no field: "云溪茶厂".
    private func isCaselessTitle(_ span: TextSpan, _ line: String) -> Bool {
        guard let first = line.unicodeScalars.first(where: { ScalarClass($0.value).isWordPart })?.value,
            !first.isUppercase, !first.isLowercase, ScalarClass(first) != .digit,
            !line.contains(where: { ":：|\t=@".contains($0) }),
            !bytes[0..<span.start].contains(where: { $0 > 0x20 })
        else { return false }
        var (at, ends) = (span.end, 0)
        while at < bytes.count, bytes[at] <= 0x20 {
            if bytes[at] == 0x0A { ends += 1 }
            at += 1
        }
        return ends > 1
    }

    /// Auxiliaries and copulas, which a title seldom has.
    private static let verbs = Set(
        words: """
            is are was were has have had will would can could must should may i i'm it's ist sind war waren hat haben wird werden kann \
            können muss müssen darf est sont était ont sera peut doit son está están tiene fue è sono ha hanno deve são tem foi zijn heeft \
            hebben wordt är var har kan ska er skal on ovat oli jest są był była je jsou byl есть был была είναι ήταν
            """)

    // MARK: - Mails

    /// Two lines one below the other at least, of which each begins with what mails begin with.
    private func markHeaders(_ spans: [(span: TextSpan, isHeading: Bool)], _ roles: inout [LineRole]) {
        var index = 0
        while index < spans.count {
            var headers: [MailHeader] = []
            while index + headers.count < spans.count, let header = header(spans[index + headers.count].span),
                headers.isEmpty || isRightBelow(spans[index + headers.count].span)
            {
                headers.append(header)
            }
            // The minutes of a meeting have a date above them, too, and are from nobody.
            if headers.contains(.people), Set(headers.map(\.rawValue)).count > 1 {
                for (place, header) in headers.enumerated() { roles[index + place] = .header(header) }
            }
            index += max(1, headers.count)
        }
    }

    private func isRightBelow(_ span: TextSpan) -> Bool { !isApart(span) }

    private func header(_ span: TextSpan) -> MailHeader? {
        guard span.start >= 0, span.end <= bytes.count, !span.isEmpty else { return nil }
        let line = bytes.string(span.start..<min(span.end, span.start + 40))
        guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        let key = line[..<colon].lowercased().split(separator: " ").joined(separator: " ")
        return Self.headers[key]
    }

    /// The names of headers as mail programs write them, by language.
    private static let headers: [String: MailHeader] = {
        let lists: [(MailHeader, String)] = [
            (
                .people,
                """
                from|to|cc|bcc|reply-to|von|an|kopie|de|à|para|da|a|per|van|aan|från|till|fra|til|lähettäjä|vastaanottaja|od|do|komu|от|кому|від|\
                către|από|προς|kimden|kime|feladó|címzett|发件人|收件人|差出人|宛先|보낸 사람|받는 사람|từ|đến|dari|kepada
                """
            ),
            (
                .date,
                """
                date|sent|datum|gesendet|envoyé|fecha|enviado|data|inviato|enviado em|verzonden|skickat|datoer|dato|sendt|päiväys|lähetetty|\
                wysłano|odesláno|дата|отправлено|надіслано|trimis|ημερομηνία|tarih|gönderildi|dátum|elküldve|日期|发送时间|日付|送信日時|날짜|\
                보낸 날짜|ngày|tanggal
                """
            ),
            (
                .subject,
                """
                subject|re|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|тема|subiect|θέμα|konu|tárgy|主题|件名|제목|\
                chủ đề|subjek
                """
            ),
            (
                .other,
                "message-id|attachments|anlagen|pièces jointes|mailing list|importance|x-mailer|mime-version|content-type"
            ),
        ]
        var found: [String: MailHeader] = [:]
        for (header, list) in lists {
            for key in list.split(separator: "|") { found[String(key)] = header }
        }
        return found
    }()
}

/// Whether a question asks about a mail itself, which its first lines answer.
struct AskedMail {
    private let isOfMail: Bool
    private let asksAbout: Bool
    private let kind: QuestionKind

    init(_ question: String, kind: QuestionKind) {
        let words = Set(
            question.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        isOfMail = !words.isDisjoint(with: Self.mails)
        asksAbout = !words.isDisjoint(with: Self.subjects)
        self.kind = kind
    }

    /// Whether a line may be the answer.
    func mayBeAnswered(by header: MailHeader) -> Bool {
        switch header {
        case .people: isOfMail && !asksAbout && (kind.contains(.person) || kind.isEmpty)
        case .date: isOfMail && kind.contains(.time)
        case .subject: asksAbout
        case .other: false
        }
    }

    private static let mails = Set(
        words: """
            mail mails e-mail e-mails email emails message messages letter letters write writes wrote written send sends sent reply replied \
            address sender nachricht nachrichten brief schrieb schreibt geschrieben schickte geschickt absender adresse adressen courriel \
            message lettre écrit écrite envoyé envoyée expéditeur correo mensaje carta escribió envió enviado messaggio lettera scritto \
            inviato mandato mensagem escreveu enviou bericht schreef gestuurd brev skrev skickade sendte viesti kirjoitti lähetti \
            wiadomość napisał napisała wysłał wysłała zpráva napsal poslal письмо сообщение написал написала отправил отправила лист \
            надіслав mesaj scrisoare scris trimis μήνυμα έγραψε έστειλε mektup yazdı gönderdi üzenet levél írta küldte
            """)
    private static let subjects = Set(
        words: """
            about subject topic regarding betreff thema worum objet sujet asunto tema oggetto argomento assunto onderwerp ämne emne aihe \
            temat předmět тема subiect θέμα konu tárgy
            """)
}

// MARK: - Codes

/// Lines that tell what codes mean, "E4 - water inlet blocked", each below the other: they have no full stop, and would run on into the next.
enum CodeLines {
    /// A stretch of a text in pieces, of which each begins with such a line, but for the first.
    ///
    /// - Parameter span: Bytes of the text.
    /// - Returns: Pieces that lie one behind another and are the stretch together; none where that is empty.
    static func apart(_ text: String, _ span: TextSpan) -> [TextSpan] {
        text.withBytes { bytes in
            let span = TextSpan(start: min(span.start, bytes.count), end: min(span.end, bytes.count))
            var pieces: [TextSpan] = []
            // Where the lines begin that are of no piece yet.
            var open = span.start
            var line = span.start
            while line < span.end {
                let end = (line..<span.end).first { bytes[$0] == 0x0A }.map { $0 + 1 } ?? span.end
                // What a code means may go on in the next line.
                if open < line, isCode(bytes, line..<end) {
                    pieces.append(TextSpan(start: open, end: line))
                    open = line
                }
                line = end
            }
            if open < span.end { pieces.append(TextSpan(start: open, end: span.end)) }
            return pieces
        }
    }

    /// Bytes of a code at most.
    private static let longestCode = 12

    /// Whether a line begins with a code, capitals or digits with a digit among them, and a dash, a colon or an equals sign behind it.
    private static func isCode(_ bytes: UTF8Bytes, _ line: Range<Int>) -> Bool {
        var at = line.first { bytes[$0] > 0x20 } ?? line.upperBound
        // The mark of a list.
        if at + 1 < line.upperBound, [0x2D, 0x2A, 0x2B].contains(bytes[at]), bytes[at + 1] == 0x20 { at += 2 }
        let start = at
        var (digits, capitals) = (0, 0)
        while at < line.upperBound, at - start < longestCode {
            switch bytes[at] {
            case 0x30...0x39: digits += 1
            case 0x41...0x5A: capitals += 1
            case 0x2D where at > start && at + 1 < line.upperBound && bytes[at + 1] > 0x20: break
            default:
                guard digits > 0, capitals > 0 else { return false }
                return isMark(bytes, at, line.upperBound)
            }
            at += 1
        }
        return false
    }

    /// Whether a mark that parts a code from what it means stands at a place, behind spaces.
    private static func isMark(_ bytes: UTF8Bytes, _ place: Int, _ end: Int) -> Bool {
        var at = place
        while at < end, bytes[at] == 0x20 { at += 1 }
        guard at < end else { return false }
        let (value, length) = bytes.scalar(at: at)
        if value == 0x3A || value == 0x3D { return true }
        let isDash = value == 0x2D || value == 0x2013 || value == 0x2014
        return isDash && at > place && at + length < end && bytes[at + length] <= 0x20
    }
}

// MARK: - Lines above

/// What stands above each line of a passage: headings, and lines that are headings by their shape, read line by line.
struct LinesAbove {
    /// What stands above one line.
    struct Place {
        /// How well the lines above and the title say each term of the question.
        var said: [Double]
        /// Those right above it, in the passage; `nil` below the title alone.
        var span: TextSpan?
        /// The headings that it stands under, counted in the passage: a quote does not reach over one.
        var section = 0
    }

    private let title: [Double]
    /// Sentences that a line that asks is above.
    private let belowQuestion: Int
    private var nearest: Place
    /// Of the headings that are marked as such: lines that are headings by their shape stand below them.
    private var marked: [Double]
    /// What stood above a line that asks, which is above the few sentences that answer it only.
    private var beforeQuestion: (line: Int, place: Place)?

    init(title: [Double], belowQuestion: Int) {
        self.title = title
        self.belowQuestion = belowQuestion
        nearest = Place(said: title)
        marked = title
    }

    /// Goes on to a line.
    ///
    /// - Parameter isBelowAnother: Whether the line before it stands above what follows as well.
    /// - Returns: What stands above it; `nil` for a marked heading, which answers nothing.
    mutating func read(
        _ sentence: AnswerSentence, _ role: LineRole, line: Int, isBelowAnother: Bool
    ) -> Place? {
        if let before = beforeQuestion, sentence.isHeading || role.isAbove || line - before.line > belowQuestion {
            (nearest.said, nearest.span) = (before.place.said, before.place.span)
            beforeQuestion = nil
        }
        guard sentence.isHeading || role.isAbove else { return nearest }
        var above = nearest
        if role == .question {
            beforeQuestion = (line, nearest)
            nearest.said = joined([nearest.said, sentence.said])
            nearest.span = sentence.span
        } else {
            // Headings below one another stand for the text together.
            let outer = isBelowAnother ? nearest.said : sentence.isHeading ? title : marked
            let start = isBelowAnother ? nearest.span?.start ?? sentence.span.start : sentence.span.start
            nearest.said = joined([outer, sentence.said])
            nearest.span = TextSpan(start: start, end: sentence.span.end)
        }
        nearest.section += 1
        if sentence.isHeading, role != .question {
            marked = nearest.said
            return nil
        }
        // A line that is one by its shape only may be an answer itself. It stands below those above it as well, and what stands below it
        // is not what it is quoted with.
        above.section = nearest.section
        nearest.section += 1
        return above
    }

    private func joined(_ said: [[Double]]) -> [Double] { TermSums.joined(said, terms: title.count) }
}
