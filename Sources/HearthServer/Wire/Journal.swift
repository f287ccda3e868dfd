package import Hearth
import HearthHTTP

// Entries of the journal.

extension Wire {
    static let listEntries = Operation<EntryQuery, Nothing, EntryList>(
        .get, "/api/journal/entries", "listEntries", in: .journal, "Entries without their texts")

    static let writeEntry = Operation<Nothing, EntryWrite, EntryChange>(
        .post, "/api/journal/entries", "writeEntry", in: .journal, "Write an entry",
        status: .created,
        bodyLimit: 8 << 20)

    static let getEntry = Operation<Nothing, Nothing, Entry>(
        .get, "/api/journal/entries/:id", "getEntry", in: .journal, "One entry")

    static let changeEntry = Operation<Nothing, EntryWrite, EntryChange>(
        .put, "/api/journal/entries/:id", "changeEntry", in: .journal, "Change an entry",
        bodyLimit: 8 << 20,
        hasVersions: true)

    static let removeEntry = Operation<Nothing, Nothing, Nothing>(
        .delete, "/api/journal/entries/:id", "removeEntry", in: .journal, "Remove an entry with everything made of it",
        status: .noContent,
        hasVersions: true)

    static let importJournal = Operation<Nothing, Nothing, JournalImport>(
        .post, "/api/journal/import", "importJournal", in: .journal, "Import JSON Lines",
        work: .long,
        bodyLimit: 64 << 20,
        sends: .lines(
            "Rows as `hearth journal import` reads them. A program that may not read everything gets "
                + "ids of its own for new entries; the results tell them."))

    static let getCalendar = Operation<CalendarQuery, Nothing, JournalCalendar>(
        .get, "/api/journal/calendar", "getCalendar", in: .journal, "Which days have entries")
}

extension Wire {
    struct Entry: WireType {
        var id: String
        var date: CivilDate?
        var time: String?
        var timeZone: String?
        var title: String?
        var text: String
        var words: Int
        var duration: Double?
        var languages: [String]
        var label: SensitivityLabel
        var isSpoken: Bool
        var etag: String

        static let fields: [String: WireField] = [
            "languages": .presence(.unpromised),
            "isSpoken": .presence(.unpromised),
            "etag": .init("Names this version of it, for `If-Match`.", .unpromised),
        ]
    }

    struct EntryList: WireType {
        var entries: [EntryHeadJSON]
        var total: Int

        static let fields: [String: WireField] = [
            "entries": "In order of time, undated ones last."
        ]
    }

    struct EntryWrite: WireRequest {
        var text: String
        var date: WireChange<String>
        var timeZone: String?
        var title: WireChange<String>
        var duration: WireChange<Double>
        var languages: [String]?
        var label: SensitivityLabel?

        static let about: String? = "In a change, what is left out stays as it was."
        static let fields: [String: WireField] = [
            "text": .init(length: 1...1_000_000),
            "date": .init(
                "`2026-03-01` or `2026-03-01T21:30`; null keeps it undated; left out means now, in "
                    + "`timeZone` or on this machine's clock (new), or unchanged.", length: 1...64),
            "timeZone": .init(nil, .leftOutOrNull, length: 1...100),
            "title": .init(length: 1...500),
            "duration": .init(range: 0...10_000_000),
            "languages": .init(count: 0...20),
        ]
    }

    struct EntryChange: WireType {
        var id: String
        var status: String
        var date: CivilDate?
        var words: Int
        var etag: String

        static let fields: [String: WireField] = [
            "status": .init(oneOf: ["added", "updated", "unchanged", "undated"]),
            "etag": .init("Names this version of it, for `If-Match`.", .unpromised),
        ]
    }

    struct JournalImport: WireType {
        var results: [Result]
        var added: Int
        var updated: Int
        var unchanged: Int
        var undated: Int
        var failed: Int

        static let fields: [String: WireField] = [
            "results": "One for each row, in order; at most 1,000 are listed."
        ]

        struct Result: WireType {
            var id: String
            var status: String?
            var error: Problem?

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "status": .init(nil, .leftOut, oneOf: ["added", "updated", "unchanged", "undated"]),
                "error": .presence(.leftOut),
            ]
        }
    }

    struct JournalCalendar: WireType {
        var days: [PeriodNumbers.DayCount]
        var streak: Int
        var entries: Int
        var undated: Int
        var first: CivilDate?
        var last: CivilDate?

        static let fields: [String: WireField] = [
            "days": "Days that have entries.",
            "streak": "Days in a row up to today or yesterday.",
            "entries": "All entries.",
            "first": "Of the whole journal.",
        ]
    }

    struct EntryQuery: WireRequest {
        var from: CivilDate?
        var to: CivilDate?
        var undated: Bool?
        var person: String?
        var limit: Int
        var offset: Int

        static let fields: [String: WireField] = [
            "person": .init("Only entries that name this person: an id, or a name.", length: 1...200),
            "limit": .init(range: 1...1000, otherwise: 200),
            "offset": .init(otherwise: 0),
        ]
    }

    struct CalendarQuery: WireRequest {
        var from: CivilDate?
        var to: CivilDate?
        var person: String?

        static let fields: [String: WireField] = [
            "person": .init("Only entries that name this person: an id, or a name.", length: 1...200)
        ]
    }
}

extension EntryHeadJSON: WireType {
    package static let name: String? = "EntryHead"
    package static let fields: [String: WireField] = [
        "date": "Null for an undated entry.",
        "time": "`21:30:00`",
        "duration": "Seconds.",
    ]
}
