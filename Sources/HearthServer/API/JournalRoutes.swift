import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthHTTP
import HearthModels
import HearthStore

/// `/api/journal`: entries, and what is made of them.
struct JournalRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard
    let edits: EditGate
    let upkeep: JournalUpkeep

    init(hearth: Hearth, jobs: JobBoard, edits: EditGate) {
        self.hearth = hearth
        self.jobs = jobs
        self.edits = edits
        upkeep = JournalUpkeep(hearth: hearth, jobs: jobs)
    }

    var routes: [ServerRoute] {
        let entries: [ServerRoute] = [
            ServerRoute(.get, "/api/journal/entries") { try await list($0) },
            ServerRoute(.post, "/api/journal/entries", bodyLimit: 8 << 20) { request in
                try await write(try await request.fields(), id: UUID().uuidString.lowercased(), over: nil)
            },
            ServerRoute(.get, "/api/journal/entries/:id") { request in
                let session = try await session(request)
                try await hearth.willGive([.entry(session.id)])
                return .json(entry(session), headers: [("etag", Self.tag(session))])
            },
            ServerRoute(.put, "/api/journal/entries/:id", bodyLimit: 8 << 20) { request in
                // Read before anybody else has to wait for it.
                let fields = try await request.fields()
                return try await edits.run {
                    let earlier = try await session(request)
                    try EntityTag.check(request, Self.tag(earlier))
                    return try await write(fields, id: earlier.id, over: earlier)
                }
            },
            ServerRoute(.delete, "/api/journal/entries/:id") { try await remove($0) },
            ServerRoute(.post, "/api/journal/import", work: .long, bodyLimit: 64 << 20) { request in
                let answer = try await JournalImport(hearth: hearth).run(request)
                // The vectors of a whole diary take longer than a request should: they come with the upkeep.
                try await upkeep.changed([])
                return answer
            },
            ServerRoute(.get, "/api/journal/calendar") { try await calendar($0) },
        ]
        return entries + PeriodRoutes(hearth: hearth, jobs: jobs, upkeep: upkeep).routes
    }

    // MARK: - Entries

    private func session(_ request: ServerRequest) async throws -> JournalSession {
        guard let session = try await hearth.database().journalSession(id: request.parameter("id")) else {
            throw ServerError(.notFound, "unknown-item", "There is no such entry.\(Reader.hint)")
        }
        return session
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let limit = try request.integer("limit", in: 1...1000, otherwise: 200)
        let offset = try request.integer("offset", in: 0...Int.max, otherwise: 0)
        let (from, to) = (try request.day("from"), try request.day("to"))
        let undated = try request.flag("undated")
        let heads = try await hearth.journal().heads(from: from, to: to)
            .filter { undated ? $0.date == nil : from == nil && to == nil || $0.date != nil }
        let shown = heads.dropFirst(offset).prefix(limit)
        try await hearth.willName(shown.map { .entry($0.id) })
        return .json([
            "entries": .array(shown.map(head)),
            "total": JSONEncoding.number(heads.count),
        ])
    }

    private func head(_ head: JournalHead) -> JSONValue {
        [
            "id": .string(head.id), "date": JSONEncoding.optional(head.date?.description),
            "time": JSONEncoding.optional(head.time.map(ClockText.full)), "title": JSONEncoding.optional(head.title),
            "words": JSONEncoding.number(head.words), "duration": JSONEncoding.number(head.duration),
            "label": .string(head.label.rawValue),
        ]
    }

    private func entry(_ session: JournalSession) -> JSONValue {
        [
            "id": .string(session.id), "date": JSONEncoding.optional(session.date?.description),
            "time": JSONEncoding.optional(session.time.map(ClockText.full)),
            "timeZone": JSONEncoding.optional(session.timeZone), "title": JSONEncoding.optional(session.title),
            "text": .string(session.text), "words": JSONEncoding.number(session.words),
            "duration": JSONEncoding.number(session.duration), "languages": JSONEncoding.strings(session.languages),
            "label": .string(session.label.rawValue), "isSpoken": .bool(session.cues != nil),
            "etag": .string(Self.tag(session)),
        ]
    }

    /// What is left out stays as it was; a new entry is of now.
    private func write(
        _ fields: RequestFields, id: String, over earlier: JournalSession?
    ) async throws -> ServerResponse {
        let text = try fields.requiredText("text", most: 1_000_000)
        var session = earlier ?? JournalSession(id: id, text: text)
        // Cues are the times of words that were spoken; of other words they tell nothing.
        if text != session.text { session.cues = nil }
        session.text = text
        if fields.has("title") { session.title = try fields.text("title", most: 500) }
        if fields.has("duration") { session.duration = try fields.number("duration", in: 0...10_000_000) }
        session.languages = try fields.strings("languages", most: 20) ?? session.languages
        // A label in the request is its owner's word.
        let label = try fields.choice("label", SensitivityLabel.self)
        session.label = label ?? session.label
        try date(&session, fields, isNew: earlier == nil)
        let change = try await hearth.journal().add([session], lowersLabels: label != nil).first ?? .unchanged
        // As it is kept, which may be a little else than what was sent.
        let tag = Self.tag(try await hearth.database().journalSession(id: id) ?? session)
        if change != .unchanged {
            try await upkeep.changed([earlier?.date, session.date].compactMap { $0 })
        }
        let isUndated = change == .added && session.date == nil
        return .json(
            [
                "id": .string(id), "status": .string(isUndated ? "undated" : change.rawValue),
                "date": JSONEncoding.optional(session.date?.description), "words": JSONEncoding.number(session.words),
                "etag": .string(tag),
            ], status: earlier == nil ? .created : .ok, headers: [("etag", tag)])
    }

    /// `null` keeps an entry undated. Left out, an entry keeps its day; a new one is of now, on the clock of its writer where the
    /// time zone is told, else on the one of this machine.
    private func date(_ session: inout JournalSession, _ fields: RequestFields, isNew: Bool) throws {
        let zone = try fields.text("timeZone", most: 100)
        do {
            let moment: EntryMoment?
            if fields.has("date") {
                moment = try fields.text("date", most: 64).map { try EntryMoment($0, timeZone: zone) }
            } else if isNew {
                moment = try EntryMoment(Date().ISO8601Format(), timeZone: zone ?? TimeZone.current.identifier)
            } else {
                return
            }
            (session.date, session.time, session.timeZone) = (moment?.date, moment?.time, moment?.timeZone ?? zone)
        } catch let error as AnalysisError {
            throw ServerError.invalid("date", error.message)
        }
    }

    private static func tag(_ session: JournalSession) -> String {
        EntityTag.of(
            .string(session.id), JSONEncoding.optional(session.date?.description), JSONEncoding.optional(session.time),
            JSONEncoding.optional(session.timeZone), JSONEncoding.optional(session.title), .string(session.text),
            .string(session.label.rawValue), JSONEncoding.number(session.duration),
            JSONEncoding.strings(session.languages))
    }

    private func remove(_ request: ServerRequest) async throws -> ServerResponse {
        try await edits.run {
            let session = try await session(request)
            try EntityTag.check(request, Self.tag(session))
            _ = try await hearth.journal().remove(id: session.id)
            try await upkeep.changed([session.date].compactMap { $0 })
            return ServerResponse(.noContent)
        }
    }

    private func calendar(_ request: ServerRequest) async throws -> ServerResponse {
        let (from, to) = (try request.day("from"), try request.day("to"))
        let journal = try await hearth.journal()
        let all = try await journal.heads()
        let dates = all.compactMap(\.date).sorted()
        let inside = all.filter { head in
            guard let date = head.date else { return false }
            return from.map { $0 <= date } ?? true && to.map { date <= $0 } ?? true
        }
        var streak = 0
        if let today = JournalClock.today() { streak = try await journal.currentStreak(today: today) }
        return .json([
            "days": .array(Self.days(inside)), "streak": JSONEncoding.number(streak),
            "entries": JSONEncoding.number(inside.count),
            "undated": JSONEncoding.number(all.count { $0.date == nil }),
            "first": JSONEncoding.optional(dates.first?.description),
            "last": JSONEncoding.optional(dates.last?.description),
        ])
    }

    /// Entries and words by day, in order of time.
    static func days(_ heads: [JournalHead]) -> [JSONValue] {
        var days: [CivilDate: (entries: Int, words: Int)] = [:]
        for head in heads {
            guard let date = head.date else { continue }
            let day = days[date] ?? (0, 0)
            days[date] = (day.entries + 1, day.words + head.words)
        }
        return days.sorted { $0.key < $1.key }.map { date, counts in
            [
                "date": .string(date.description), "entries": JSONEncoding.number(counts.entries),
                "words": JSONEncoding.number(counts.words),
            ]
        }
    }
}
