import Foundation
import HearthCore
import HearthExtractive
import HearthSystem
import HearthText

// Where a question is about days of the journal: "what did I do on 12 March?", "when did I last swim?"

extension AnswerService {
    /// Entries of the journal that are read for one question: some years of a diary. Where there are more, that is said.
    private static let mostEntries = 2_000
    /// Entries that are told of where what was on many days is asked, and parts of one entry alone.
    private static let mostDays = 8
    private static let mostParts = 4
    /// Passages among which the last time that something was is looked for.
    private static let mostTimes = 100

    /// What is found for such a question; `nil` for any other, and where no entry is of these days.
    func ofDays(_ followUp: FollowUp, _ request: AnswerRequest) async throws -> Sought? {
        guard let today = request.today, !request.filter.withoutJournal, request.filter.formats == nil else {
            return nil
        }
        if TaskQuestion.isOne(followUp.question), let tasks = try await tasks(followUp, request, until: today) {
            return tasks
        }
        let guess = LanguageIdentifier().identify(followUp.query).language
        let languages = try await library.languages(analysedAs: SearchAnalyzer.version)
        guard
            let asked = DiaryQuestion(
                followUp.question, after: followUp.earlier.questions, languages: languages,
                asked: guess == LanguageGuess.undetermined.language ? "en" : guess, today: today)
        else { return nil }
        if asked.days.isEmpty { return try await ofTurn(asked.turn == .first, followUp, request) }
        let entries = try await entries(of: asked.days, request.filter)
        guard !entries.isEmpty else {
            // Entries of other days answer nothing of these.
            var found = try await search(followUp, request)
            let others = found.passages.filter { !JournalDay.isEntry($0.path) }
            guard asked.isOpen, others.count < found.passages.count else {
                return Sought(followUp: followUp, found: found)
            }
            found.passages = others
            return Sought(followUp: followUp, found: found, limit: Self.noEntryNote)
        }
        if asked.isOpen { return try await told(of: entries, asked, followUp, request) }
        return try await limited(to: entries, followUp, request)
    }

    private static let noEntryNote = "The journal has no entry of that time."

    // MARK: - Entries

    /// The entries of some days, in order of time.
    private func entries(
        of days: [ClosedRange<CivilDate>], _ filter: SearchFilter
    ) async throws -> [StoredDocument] {
        var found: [StoredDocument] = []
        for days in days {
            var filter = filter
            // Mails and files of these days are none of the journal's, and may be thousands.
            filter.name = filter.name ?? JournalSession.pathPrefix
            let own = Self.moment(of: days.lowerBound)...Self.moment(of: days.upperBound).addingTimeInterval(86_399)
            if let given = filter.dates, !given.overlaps(own) { continue }
            filter.dates = filter.dates.map { $0.clamped(to: own) } ?? own
            found += try await library.documents(matching: filter, limit: Self.mostEntries, offset: 0)
        }
        var seen: Set<String> = []
        return found.filter { JournalDay.of($0) != nil && seen.insert($0.id).inserted }
            .sorted { ($0.createdAt ?? .distantPast, $0.id) < ($1.createdAt ?? .distantPast, $1.id) }
    }

    private static func moment(of day: CivilDate) -> Date {
        Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
    }

    // MARK: - What was

    /// What some entries tell: of one entry its parts, of several the part of each that is worth most, of many those of the most.
    private func told(
        of entries: [StoredDocument], _ asked: DiaryQuestion, _ followUp: FollowUp, _ request: AnswerRequest
    ) async throws -> Sought? {
        var parts: [(sentence: Gist.Sentence, entry: Int, worth: Double)] = []
        var passages: [Passage] = []
        // One call for all of them, since a store may be far away.
        let stored = try await library.chunks(ids: entries.flatMap { Array($0.chunkIDs) })
        let chunks = Dictionary(grouping: stored, by: \.documentID)
        for (place, entry) in entries.enumerated() {
            try Task.checkCancellation()
            let day = JournalDay.of(entry).map { "\($0) · " } ?? ""
            // Of the next chunk of a long entry, what the one before it has already is not told again.
            var end = 0
            for chunk in (chunks[entry.id] ?? []).sorted(by: { $0.chunk.span < $1.chunk.span }) {
                let passage = Self.passage(chunk, of: entry)
                passages.append(passage)
                let language = entry.language ?? LanguageIdentifier().identify(passage.text).language
                let spans = splitter.sentences(in: PlainText.withoutTags(passage.text), language: language)
                for unit in DiaryUnits(passage.text, spans: spans, language: language).units {
                    let span = unit.span.shifted(by: passage.span.start)
                    guard span.start >= end, let quote = passage.text.text(in: unit.span) else { continue }
                    end = span.end
                    let shown = PlainText.line(quote)
                    parts.append(
                        (
                            sentence: Gist.Sentence(
                                span: span, quote: quote, shown: entries.count > 1 ? day + shown : shown,
                                passage: passage),
                            entry: place, worth: asked.asksForFeeling ? unit.feeling : unit.weight
                        ))
                }
            }
        }
        guard !parts.isEmpty else { return nil }
        let perEntry = entries.count == 1 ? Self.mostParts : entries.count <= 3 ? 2 : 1
        let ranked = parts.indices.sorted {
            parts[$0].worth != parts[$1].worth ? parts[$0].worth > parts[$1].worth : $0 < $1
        }
        var counts: [Int: Int] = [:]
        var chosen: [Int] = []
        for place in ranked where chosen.count < Self.mostDays {
            // Where it is asked how it felt, what says nothing of that is left out.
            guard !asked.asksForFeeling || parts[place].worth > 0 || chosen.isEmpty,
                counts[parts[place].entry, default: 0] < perEntry
            else { continue }
            counts[parts[place].entry, default: 0] += 1
            chosen.append(place)
        }
        let sentences = chosen.sorted().map { parts[$0].sentence }
        let telling = Set(sentences.map(\.passage.chunkID))
        var ordered =
            passages.filter { telling.contains($0.chunkID) } + passages.filter { !telling.contains($0.chunkID) }
        ordered = Array(ordered.prefix(max(request.maximumPassages, telling.count)))
        for place in ordered.indices { ordered[place].score = 1 / Double(place + 1) }
        var notes =
            counts.count < entries.count
            ? ["There are \(entries.count) entries of that time; these are \(counts.count) of them that stand out."]
            : []
        if entries.count >= Self.mostEntries {
            notes = ["Only \(entries.count) entries of that time were read, of which these stand out; there are more."]
        }
        return Sought(
            followUp: followUp, found: SearchResponse(passages: ordered, notes: []),
            gist: Gist(sentences: sentences, notes: notes, isList: sentences.count > 1 && entries.count > 1))
    }

    // MARK: - What is to be done

    /// Days whose entries are looked through for what is still to be done, and how much of it is told.
    private static let daysOfTasks = 31
    private static let mostTasks = 12

    /// What the entries of the last weeks say is to be done; `nil` where they say nothing of that.
    private func tasks(
        _ followUp: FollowUp, _ request: AnswerRequest, until today: CivilDate
    ) async throws -> Sought? {
        guard let first = CivilDate(daysSince1970: today.daysSince1970 - Self.daysOfTasks) else { return nil }
        var entries = try await entries(of: [first...today], request.filter)
        // Who has not written for longer means what they wrote last.
        var note = Self.tasksNote
        if entries.isEmpty, let long = CivilDate(daysSince1970: today.daysSince1970 - 3 * 366) {
            let older = try await self.entries(of: [long...first], request.filter)
            let last = older.last.flatMap(JournalDay.of)?.daysSince1970 ?? 0
            entries = older.filter { JournalDay.of($0).map { $0.daysSince1970 >= last - Self.daysOfTasks } ?? false }
            if let last = older.last.flatMap(JournalDay.of) {
                note =
                    "The journal has nothing of the last \(Self.daysOfTasks) days. This is what its last entries, until \(last), say is to "
                    + "be done. What was done since is not known here."
            }
        }
        let stored = try await library.chunks(ids: entries.flatMap { Array($0.chunkIDs) })
        let chunks = Dictionary(grouping: stored, by: \.documentID)
        var sentences: [Gist.Sentence] = []
        var told: Set<String> = []
        var leftOut = 0
        // What was written last comes first: of what is older more is done.
        for entry in entries.reversed() {
            try Task.checkCancellation()
            let day = JournalDay.of(entry).map { "\($0) · " } ?? ""
            for chunk in (chunks[entry.id] ?? []).sorted(by: { $0.chunk.span < $1.chunk.span }) {
                let passage = Self.passage(chunk, of: entry)
                let items = TranscriptHighlighter().actionItems(of: [Cue(text: passage.text)], language: entry.language)
                for item in items {
                    guard let place = passage.text.firstRange(of: item.quote.text) else { continue }
                    let start = passage.text.utf8.distance(from: passage.text.startIndex, to: place.lowerBound)
                    // What is ticked is no longer to be done.
                    guard CheckBox.ofLine(at: start, in: passage.text)?.state != .done,
                        told.insert(item.quote.text.lowercased()).inserted
                    else { continue }
                    guard sentences.count < Self.mostTasks else {
                        leftOut += 1
                        continue
                    }
                    let span = TextSpan(start: start, end: start + item.quote.text.utf8.count)
                    sentences.append(
                        Gist.Sentence(
                            span: span.shifted(by: passage.span.start), quote: item.quote.text,
                            shown: day + PlainText.line(item.quote.text), passage: passage))
                }
            }
        }
        guard !sentences.isEmpty else { return nil }
        var passages: [Passage] = []
        for sentence in sentences where !passages.contains(where: { $0.chunkID == sentence.passage.chunkID }) {
            passages.append(sentence.passage)
        }
        for place in passages.indices { passages[place].score = 1 / Double(place + 1) }
        let notes =
            [note] + (leftOut == 0 ? [] : ["These are the latest; \(leftOut) more are in these entries."])
        return Sought(
            followUp: followUp, found: SearchResponse(passages: passages, notes: []),
            gist: Gist(sentences: sentences, notes: notes, isList: sentences.count > 1))
    }

    private static let tasksNote =
        "This is what the last \(daysOfTasks) days of the journal say is to be done. What was done since is not known here."

    // MARK: - What was said of something

    /// What is found where days are named: of the journal the entries of these days alone.
    private func limited(
        to entries: [StoredDocument], _ followUp: FollowUp, _ request: AnswerRequest
    ) async throws -> Sought? {
        var own = request
        own.filter.documentIDs = Set(entries.map(\.id))
        let timely = try await search(followUp, own)
        guard !timely.passages.isEmpty else { return nil }
        var found = try await search(followUp, request)
        let best = found.passages.map(\.score).max() ?? 1
        let scale = best / max(timely.passages.map(\.score).max() ?? 1, .leastNonzeroMagnitude)
        let chunks = Set(timely.passages.map(\.chunkID))
        let others = found.passages.filter { !chunks.contains($0.chunkID) && !JournalDay.isEntry($0.path) }
        let first = timely.passages.map { passage in
            var passage = passage
            passage.score *= scale
            return passage
        }
        found.passages = Array(
            (first + others).sorted { $0.score > $1.score }.prefix(request.maximumPassages))
        return Sought(followUp: followUp, found: found)
    }

    /// Where the last or the first time is asked for that something was: the entries that say as much of it, not those alone that fit best by chance.
    private func ofTurn(_ isFirst: Bool, _ followUp: FollowUp, _ request: AnswerRequest) async throws -> Sought? {
        let usual = try await search(followUp, request)
        guard usual.passages.contains(where: { JournalDay.isEntry($0.path) }) else {
            return Sought(followUp: followUp, found: usual)
        }
        var wide = request
        wide.maximumPassages = max(Self.mostTimes, request.maximumPassages)
        var found = try await search(followUp, wide)
        let saying = Self.saying(found.passages, followUp.question)
        let kept = found.passages.filter { !JournalDay.isEntry($0.path) || saying.contains($0.chunkID) }
        let days = try await days(of: kept)
        let entries = kept.filter { days[$0.documentID] != nil }.sorted { a, b in
            guard let one = days[a.documentID], let other = days[b.documentID], one != other else {
                return a.score > b.score
            }
            return isFirst ? one < other : one > other
        }
        let others = kept.filter { days[$0.documentID] == nil }
        let room = request.maximumPassages
        found.passages = Array(entries.prefix(max(1, room - min(others.count, room / 3))) + others).prefix(room)
            .sorted { $0.score > $1.score }
        return Sought(followUp: followUp, found: found)
    }

    /// The passages that say a word of the question, in any form of it, but those that only ask; all of them where none does.
    private static func saying(_ passages: [Passage], _ question: String) -> Set<Int64> {
        let language = LanguageIdentifier().identify(question).language
        let languages = Set(passages.map { LanguageIdentifier().identify($0.text).language }).sorted()
        let asking = ExtractiveAnswerer.askingWords(in: question, language: language)
            .union(DiaryQuestion.turnWords)
        let words = SearchAnalyzer.words(ofQuery: question, likely: language, languages: languages).filter {
            !$0.isStopword && !$0.isRequest && !asking.contains($0.plain)
        }
        let forms = Set(words.flatMap { [$0.term, $0.plain] + $0.others })
        let saying = passages.filter { passage in
            ([SearchAnalyzer()] + languages.map { SearchAnalyzer(language: $0) }).contains { analyzer in
                analyzer.terms(in: passage.text).contains(where: forms.contains)
            }
        }
        return Set((saying.isEmpty ? passages : saying).map(\.chunkID))
    }

    /// What the documents of some passages are.
    struct DocumentKinds {
        /// The calendars and address books, which stand below the names of their entries.
        var entries: Set<String> = []
        /// The conversations, of which each line has somebody who wrote it.
        var chats: Set<String> = []
        /// The days of those that are entries of the journal.
        var days: [String: CivilDate] = [:]
        /// The days on which the others were written, as far as that is known.
        var written: [String: CivilDate] = [:]
    }

    func kinds(of passages: [Passage]) async throws -> DocumentKinds {
        let ids = Set(passages.map(\.documentID))
        guard !ids.isEmpty else { return DocumentKinds() }
        // One call for all of them, since a store may be far away.
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: ids), limit: ids.count, offset: 0)
        return DocumentKinds(
            entries: Set(documents.lazy.filter { [.ics, .vcf].contains($0.format) }.map(\.id)),
            chats: Set(documents.lazy.filter { $0.format == .chat }.map(\.id)),
            days: JournalDay.days(of: documents),
            written: documents.reduce(into: [:]) { days, document in days[document.id] = WrittenDay.of(document) })
    }

    /// The days of those passages that are entries of the journal, by their documents.
    private func days(of passages: [Passage]) async throws -> [String: CivilDate] {
        let ids = Set(passages.lazy.filter { JournalDay.isEntry($0.path) }.map(\.documentID))
        guard !ids.isEmpty else { return [:] }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: ids), limit: ids.count, offset: 0)
        return JournalDay.days(of: documents)
    }
}

/// The day of an entry of the journal, which is kept as the moment at which its document was written.
enum JournalDay {
    static func isEntry(_ path: String) -> Bool { path.hasPrefix(JournalSession.pathPrefix) }

    static func days(of documents: [StoredDocument]) -> [String: CivilDate] {
        documents.reduce(into: [:]) { days, document in days[document.id] = of(document) }
    }

    /// `nil` for another document, and for an entry without a day.
    static func of(_ document: StoredDocument) -> CivilDate? {
        guard document.paths.contains(where: isEntry), let moment = document.createdAt else { return nil }
        return CivilDate(daysSince1970: Int((moment.timeIntervalSince1970 / 86_400).rounded(.down)))
    }
}

/// The day on which a document was written: as its file's name or its title says, else as the document itself does.
enum WrittenDay {
    static func of(_ document: StoredDocument) -> CivilDate? {
        let path = document.paths.first ?? ""
        let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        if let day = inName(name) { return day }
        let title = document.title ?? ""
        // A date with its year has four digits.
        let isDated = title.unicodeScalars.count { $0.properties.numericType == .decimal } >= 4
        let titled = isDated ? DateReader(languages: [document.language ?? "en"]).dates(in: title) : []
        let named = titled.lazy.flatMap(\.readings).compactMap { date -> CivilDate? in
            guard let year = date.year, let month = date.month, let day = date.day else { return nil }
            return CivilDate(year: year, month: month, day: day)
        }
        return named.first
            ?? document.createdAt.flatMap {
                CivilDate(daysSince1970: Int(($0.timeIntervalSince1970 / 86_400).rounded(.down)))
            }
    }

    /// "minutes_2026-10-13.md", "20261013 letter.pdf".
    private static func inName(_ name: String) -> CivilDate? {
        guard name.utf8.count(where: { (0x30...0x39).contains($0) }) >= 8 else { return nil }
        guard
            let match = name.firstMatch(
                of: /(?:^|[^0-9])((?:19|20)[0-9]{2})[-_. ]?([01][0-9])[-_. ]?([0-3][0-9])(?:[^0-9]|$)/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}
