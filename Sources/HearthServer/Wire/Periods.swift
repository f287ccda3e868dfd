package import Hearth
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
        var level: RollupLevel
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

    struct PeriodState: WireType {
        var level: RollupLevel
        var period: String
        var start: CivilDate
        var end: CivilDate
        var entries: Int
        var words: Int
        var state: String
        var rollup: PeriodJSON?

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

    struct Wrapped: WireType {
        var year: PeriodJSON?
        var months: [PeriodJSON]
        var days: [PeriodNumbers.DayCount]
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

extension PeriodJSON: WireType {
    package static let name: String? = "Period"
    package static let about: String? = "As `hearth journal rollup --json` prints it."
    package static let fields: [String: WireField] = [
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
        "insightOrigins": .init(
            "The entry that each of `keyInsights` stands in, word for word; left out where a model wrote them.",
            .leftOut),
        "label": .presence(.unpromised),
        "engine": .presence(.unpromised),
        "model": .presence(.unpromised),
        "coverage": .presence(.unpromised),
        "notes": .presence(.leftOut),
        "recomputed": .presence(.unpromised),
    ]
}

extension PeriodJSON.Origin: WireType {
    package static let name: String? = nil
}

extension PeriodJSON.Mood: WireType {
    package static let name: String? = nil
}

extension PeriodJSON.Quote: WireType {
    package static let name: String? = nil
}

extension PeriodNumbers.Streak: WireType {
    package static let name: String? = nil
}

extension PeriodNumbers.DayCount: WireType {}
extension PeriodNumbers.NameCount: WireType {}
extension PeriodNumbers.ThemeCourse.Trend: WireChoice {}

extension PeriodNumbers.ThemeCourse: WireType {
    package static let name: String? = nil
}

extension PeriodNumbers.PartCount: WireType {
    package static let name: String? = nil
}

extension RollupCoverage: WireType {
    package static let name: String? = nil
    package static let fields: [String: WireField] = [
        "parts": .presence(.unpromised),
        "read": .presence(.unpromised),
        "shortened": .presence(.unpromised),
        "actionItems": .presence(.unpromised),
    ]
}

/// An entry's chunks are not told of: they count as the entry.
extension RollupLevel: WireValue {
    private static var told: [RollupLevel] { allCases.filter { $0 != .chunk } }

    package static func schema(_ components: inout WireComponents) -> JSONObject {
        components.reference("Level") { _ in
            ["type": "string", "enum": .array(told.map { .string($0.rawValue) })]
        }
    }

    package static func sample() -> RollupLevel { .session }
    package func json() -> JSONValue { .string((self == .chunk ? .session : self).rawValue) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> RollupLevel {
        guard let text = value.stringValue else { throw place.wrong("a string", value) }
        guard let level = told.first(where: { $0.rawValue == text }) else {
            throw place.wrong(told.map { "`\($0.rawValue)`" }.joined(separator: " or "), value)
        }
        return level
    }
}
