import Hearth
import HearthHTTP

// What is made of the journal: days, weeks, months, years.

extension Wire {
    static let listPeriods = Operation<PeriodQuery, Nothing, PeriodList>(
        .get, "/api/journal/periods", "listPeriods", in: .journal,
        "What is kept of the periods of a level, and what is stale",
        about: "What is out of date is made anew by the basic engine, in the background. A period that "
            + "lies partly between `from` and `to` is given as a whole.")

    static let rollUp = Operation<Nothing, RollupRequest, Job>(
        .post, "/api/journal/rollups", "rollUp", in: .journal, "Have an engine make what is stale",
        status: .accepted,
        bodyLimit: 64 << 10,
        fails: [.modelNotReady])

    static let getWrapped = Operation<Nothing, Nothing, Wrapped>(
        .get, "/api/journal/wrapped/:year", "getWrapped", in: .journal, "A year to look back on",
        about: "Makes nothing.")

    static let getWrappedPage = Operation<Nothing, Nothing, Raw>(
        .get, "/api/journal/wrapped/:year/page", "getWrappedPage", in: .journal, "The same as one HTML file, to keep",
        about: "With `Content-Disposition: attachment`.",
        work: .long,
        gives: [.init(.ok, "Done.", [("text/html", Raw.self)])],
        fails: [.conflict])
}

extension Wire {
    struct RollupRequest: WireRequest {
        var level: Level
        var from: CivilDate?
        var to: CivilDate?
        var engine: Engine?
        var mode: RoutingMode?
        var again: Bool?

        static let fields: [String: WireField] = [
            "from": .presence(.leftOutOrNull),
            "to": .presence(.leftOutOrNull),
            "again": .init(
                "Makes everything anew, also what has not changed: the entries and each level up to this "
                    + "one."),
        ]
    }

    struct Period: WireType {
        var level: Level
        var period: String
        var start: CivilDate
        var end: CivilDate
        var entries: Int
        var words: Int
        var minutes: Double
        var days: Int
        var longestStreak: LongestStreak?
        var busiestDays: [DayCount]
        var people: [NameCount]
        var places: [NameCount]
        var themes: [Theme]
        var parts: [Part]
        var mood: Mood?
        var headline: String?
        var summary: String
        var keyInsights: [String]
        var mainThemes: [String]
        var thoughtProcess: String
        var actionItems: [String]
        var quotes: [Quote]
        var label: SensitivityLabel
        var engine: String
        var model: String
        var coverage: Coverage
        var notes: [String]
        var recomputed: Bool

        static let about: String? = "As `hearth journal rollup --json` prints it."
        static let fields: [String: WireField] = [
            "period": "`1660-03-01`, `1660-W09`, `1660-03` or `1660`.",
            "minutes": .presence(.unpromised),
            "days": .presence(.unpromised),
            "longestStreak": .presence(.leftOutOrNull),
            "busiestDays": .presence(.unpromised),
            "people": .presence(.unpromised),
            "places": .presence(.unpromised),
            "themes": .presence(.unpromised),
            "parts": .presence(.unpromised),
            "thoughtProcess": .presence(.unpromised),
            "label": .presence(.unpromised),
            "engine": .presence(.unpromised),
            "model": .presence(.unpromised),
            "coverage": .presence(.unpromised),
            "notes": .presence(.unpromised),
            "recomputed": .presence(.unpromised),
        ]

        struct LongestStreak: WireType {
            var days: Int
            var start: CivilDate
            var end: CivilDate

            static let name: String? = nil
        }

        struct Theme: WireType {
            var theme: String
            var entries: Int
            var byPart: [Int]
            var trend: String

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "trend": .init(oneOf: ["rising", "steady", "fading"])
            ]
        }

        struct Part: WireType {
            var period: String
            var entries: Int
            var words: Int
            var mood: Double

            static let name: String? = nil
        }

        struct Mood: WireType {
            var label: String
            var score: Double
            var positive: Int
            var negative: Int

            static let name: String? = nil
        }

        struct Quote: WireType {
            var text: String
            var entryID: String
            var date: CivilDate?

            static let name: String? = nil
        }

        struct Coverage: WireType {
            var parts: Int
            var read: Int
            var shortened: Int
            var actionItems: Int

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "parts": .presence(.unpromised),
                "read": .presence(.unpromised),
                "shortened": .presence(.unpromised),
                "actionItems": .presence(.unpromised),
            ]
        }
    }

    struct PeriodState: WireType {
        var level: Level
        var period: String
        var start: CivilDate
        var end: CivilDate
        var entries: Int
        var words: Int
        var state: String
        var rollup: Period?

        static let about: String? = "A period that has entries, and whether what is kept of it fits them."
        static let fields: [String: WireField] = [
            "state": .init(
                "`stale`: entries changed since it was made; what is kept is then in `rollup` all the "
                    + "same.", oneOf: ["current", "stale", "missing"])
        ]
    }

    struct PeriodList: WireType {
        var periods: [PeriodState]
        var stale: Int
        var job: Job?

        static let fields: [String: WireField] = [
            "periods": "In order of time.",
            "stale": "How many are stale or missing.",
            "job": "The work that brings it up to date, which begins by itself; null where there is none.",
        ]
    }

    struct NameCount: WireType {
        var name: String
        var entries: Int
        var mentions: Int
    }

    struct Wrapped: WireType {
        var year: Period?
        var months: [Period]
        var days: [DayCount]
        var isCurrent: Bool
        var job: Job?

        static let about: String? = "What the page of a year is drawn from."
        static let fields: [String: WireField] = [
            "year": .presence(.promised),
            "isCurrent": "False when it has to be made (anew): a rollup of the level `yearWrap` does that.",
            "job": "The work that brings it up to date, which begins by itself; null where there is none.",
        ]
    }

    struct PeriodQuery: WireRequest {
        var level: String
        var from: CivilDate?
        var to: CivilDate?

        static let fields: [String: WireField] = [
            "level": .init(oneOf: ["day", "week", "month", "year", "yearWrap"])
        ]
    }
}

extension Wire {
    /// The levels that are told of: an entry's chunks are not.
    enum Level: String, WireChoice {
        case session, day, week, month, year, yearWrap

        var level: RollupLevel {
            switch self {
            case .session: .session
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            case .yearWrap: .yearWrap
            }
        }

        static let name: String? = "Level"
    }
}
