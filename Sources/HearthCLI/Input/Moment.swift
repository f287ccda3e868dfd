import ArgumentParser
import Foundation

/// A day or a moment as an argument: `2026-11-01`, which begins at midnight UTC as the days of the ledger do, or
/// `2026-11-01T09:30:00Z`.
struct Moment: ExpressibleByArgument {
    var date: Date

    init?(argument: String) {
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601, .iso8601.year().month().day(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        // A style reads a beginning and leaves the rest; `2026-11-01T9` must not pass for a day.
        let index = argument.utf8.count == 10 ? 1 : argument.contains(".") ? 2 : 0
        guard argument.utf8.count <= 40, let date = try? styles[index].parse(argument) else { return nil }
        self.date = date
    }
}
