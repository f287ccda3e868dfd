import Foundation
import Hearth
import HearthHTTP

/// `/api/journal`: entries, and what is made of them.
struct JournalRoutes: Sendable {
    let hearth: Hearth
    let edits: EditGate
    let upkeep: JournalUpkeep

    init(hearth: Hearth, edits: EditGate) {
        self.hearth = hearth
        self.edits = edits
        upkeep = JournalUpkeep(hearth: hearth)
    }

    var routes: [ServerRoute] {
        let entries: [ServerRoute] = [
            Wire.listEntries.route { try await list($0) },
            Wire.writeEntry.replying { call in
                try await write(try await call.body(), id: UUID().uuidString.lowercased(), over: nil)
            },
            Wire.getEntry.replying { call in
                let session = try await session(call.request)
                try await hearth.privacy.willGive([.entry(session.id)])
                return Reply(entry(session), headers: [("etag", Self.tag(session))])
            },
            Wire.changeEntry.replying { call in
                // Read before anybody else has to wait for it.
                let body = try await call.body()
                return try await edits.run {
                    let earlier = try await session(call.request)
                    try EntityTag.check(call.request, Self.tag(earlier))
                    return try await write(body, id: earlier.id, over: earlier)
                }
            },
            Wire.removeEntry.route { try await remove($0.request) },
            Wire.importJournal.route { call in
                let answer = try await JournalImport(hearth: hearth).run(call.request)
                // The vectors of a whole diary take longer than a request should: they come with the upkeep.
                try await upkeep.changed([])
                return answer
            },
            Wire.getCalendar.route { try await calendar($0) },
        ]
        return entries + PeriodRoutes(hearth: hearth, upkeep: upkeep).routes
            + PeopleRoutes(hearth: hearth, edits: edits, upkeep: upkeep).routes
    }

    // MARK: - Entries

    private func session(_ request: ServerRequest) async throws -> JournalSession {
        guard let session = try await hearth.journal.entry(id: request.parameter("id")) else {
            throw ServerError(.unknownItem, "There is no such entry.\(Reader.hint)")
        }
        return session
    }

    private func list(_ call: Call<Wire.EntryQuery, Nothing>) async throws -> Wire.EntryList {
        let query = try call.query()
        let (from, to, undated) = (query.from, query.to, query.undated ?? false)
        let naming = try await naming(query.person)
        let heads = try await hearth.journal.heads(from: from, to: to)
            .filter { undated ? $0.date == nil : from == nil && to == nil || $0.date != nil }
            .filter { naming?.contains($0.id) ?? true }
        let shown = heads.dropFirst(query.offset).prefix(query.limit)
        try await hearth.privacy.willName(shown.map { .entry($0.id) })
        return Wire.EntryList(entries: shown.map(EntryHeadJSON.init), total: heads.count)
    }

    /// The entries that name a person; `nil` where none is asked for.
    private func naming(_ person: String?) async throws -> Set<String>? {
        guard let person else { return nil }
        return try await hearth.journal.entries(naming: person)
    }

    private func entry(_ session: JournalSession) -> Wire.Entry {
        Wire.Entry(
            id: session.id, date: session.date, time: session.time.map(ClockText.full), timeZone: session.timeZone,
            title: session.title, text: session.text, words: session.words, duration: session.duration,
            languages: session.languages, label: session.label, isSpoken: session.cues != nil, etag: Self.tag(session))
    }

    /// What is left out stays as it was; a new entry is of now.
    private func write(
        _ body: Wire.EntryWrite, id: String, over earlier: JournalSession?
    ) async throws -> Reply<Wire.EntryChange> {
        let text = body.text
        var session = earlier ?? JournalSession(id: id, text: text)
        // Cues are the times of words that were spoken; of other words they tell nothing.
        if text != session.text { session.cues = nil }
        session.text = text
        if body.title.isGiven { session.title = body.title.value }
        if body.duration.isGiven { session.duration = body.duration.value }
        session.languages = body.languages ?? session.languages
        // A label in the request is its owner's word.
        let label = body.label
        session.label = label ?? session.label
        try date(&session, body, isNew: earlier == nil)
        let change = try await hearth.journal.add([session], lowersLabels: label != nil).first ?? .unchanged
        // As it is kept, which may be a little else than what was sent.
        let tag = Self.tag(try await hearth.journal.entry(id: id) ?? session)
        if change != .unchanged {
            try await upkeep.changed([earlier?.date, session.date].compactMap { $0 })
        }
        let isUndated = change == .added && session.date == nil
        return Reply(
            Wire.EntryChange(
                id: id, status: isUndated ? "undated" : change.rawValue, date: session.date, words: session.words,
                etag: tag), headers: [("etag", tag)])
    }

    /// `null` keeps an entry undated. Left out, an entry keeps its day; a new one is of now, on the clock of its writer where the
    /// time zone is told, else on the one of this machine.
    private func date(_ session: inout JournalSession, _ body: Wire.EntryWrite, isNew: Bool) throws {
        let zone = body.timeZone
        do {
            // Also of an entry without a date, whose zone would else be found wrong when it gets one.
            if let zone { _ = try EntryMoment.timeZone(named: zone) }
            let moment: EntryMoment?
            if body.date.isGiven {
                moment = try body.date.value.map { try EntryMoment($0, timeZone: zone) }
            } else if isNew {
                moment = try EntryMoment(Date().ISO8601Format(), timeZone: zone ?? TimeZone.current.identifier)
            } else {
                return
            }
            (session.date, session.time, session.timeZone) = (moment?.date, moment?.time, moment?.timeZone ?? zone)
        } catch let error as AnalysisError {
            throw ServerError.invalid(error.reason == .badZone ? "timeZone" : "date", error.message)
        }
    }

    private static func tag(_ session: JournalSession) -> String {
        EntityTag.of(
            session.id, session.date, session.time, session.timeZone, session.title, session.text, session.label,
            session.duration, session.languages)
    }

    private func remove(_ request: ServerRequest) async throws -> Nothing {
        try await edits.run {
            let session = try await session(request)
            try EntityTag.check(request, Self.tag(session))
            _ = try await hearth.journal.remove(id: session.id)
            try await upkeep.changed([session.date].compactMap { $0 })
            return Nothing()
        }
    }

    private func calendar(_ call: Call<Wire.CalendarQuery, Nothing>) async throws -> Wire.JournalCalendar {
        let query = try call.query()
        let (from, to) = (query.from, query.to)
        let journal = hearth.journal
        let naming = try await naming(query.person)
        let all = try await journal.heads()
        let dates = all.compactMap(\.date).sorted()
        let inside = all.filter { head in
            guard let date = head.date, naming?.contains(head.id) ?? true else { return false }
            return from.map { $0 <= date } ?? true && to.map { date <= $0 } ?? true
        }
        var streak = 0
        if let today = CivilDate.today() { streak = try await journal.currentStreak(today: today) }
        return Wire.JournalCalendar(
            days: Self.days(inside), streak: streak, entries: inside.count, undated: all.count { $0.date == nil },
            first: dates.first, last: dates.last)
    }

    /// Entries and words by day, in order of time.
    static func days(_ heads: [JournalHead]) -> [PeriodNumbers.DayCount] {
        var days: [CivilDate: (entries: Int, words: Int)] = [:]
        for head in heads {
            guard let date = head.date else { continue }
            let day = days[date] ?? (0, 0)
            days[date] = (day.entries + 1, day.words + head.words)
        }
        return days.sorted { $0.key < $1.key }.map { date, counts in
            PeriodNumbers.DayCount(date: date, entries: counts.entries, words: counts.words)
        }
    }
}
