import Foundation
import HearthCore

/// Points one behind the other, summed up as they come.
struct MeasuredPath {
    private(set) var points = 0
    /// In metres.
    private(set) var length = 0.0
    private(set) var lowest: Double?
    private(set) var highest: Double?
    private(set) var start: ChatMoment?
    private(set) var end: ChatMoment?
    private var last: (latitude: Double, longitude: Double)?

    /// - Parameters:
    ///   - latitude: Degrees.
    ///   - longitude: Degrees.
    mutating func add(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return }
        points += 1
        if let last { length += Self.distance(last, (latitude, longitude)) }
        last = (latitude, longitude)
    }

    /// Metres above the sea.
    mutating func add(height: Double) {
        guard height.isFinite, abs(height) < 100_000 else { return }
        lowest = min(lowest ?? height, height)
        highest = max(highest ?? height, height)
    }

    mutating func add(_ moment: ChatMoment) {
        start = min(start ?? moment, moment)
        end = max(end ?? moment, moment)
    }

    /// What comes next does not go on from the last point.
    mutating func breakOff() { last = nil }

    /// The way along a great circle of a sphere with the mean radius of the Earth (IUGG), in metres: within half a per cent of that on the ellipsoid.
    private static func distance(_ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double))
        -> Double
    {
        let radians = Double.pi / 180
        let (first, second) = (a.latitude * radians, b.latitude * radians)
        let half = (sin((second - first) / 2), sin((b.longitude - a.longitude) * radians / 2))
        let share = half.0 * half.0 + cos(first) * cos(second) * half.1 * half.1
        return 2 * 6_371_008.8 * asin(min(1, share.squareRoot()))
    }

    /// "12.3 km, 2024-03-05 08:10 to 10:40 UTC (2 h 30 min), 210 to 480 m above the sea".
    var words: String {
        var words: [String] = []
        if length > 0 { words.append(Self.words(metres: length)) }
        if let start, let end {
            let isOneDay = start.day == end.day
            var time = "\(start.day) \(start.clock)"
            if end != start { time += " to \(isOneDay ? "" : "\(end.day) ")\(end.clock)" }
            time += " UTC"
            let seconds = (end.day.daysSince1970 - start.day.daysSince1970) * 86_400 + end.seconds - start.seconds
            if seconds >= 60 { time += " (\(Self.words(seconds: seconds)))" }
            words.append(time)
        }
        if let lowest, let highest {
            let (low, high) = (Int(lowest.rounded()), Int(highest.rounded()))
            words.append(low == high ? "\(low) m above the sea" : "\(low) to \(high) m above the sea")
        }
        return words.joined(separator: ", ")
    }

    /// "850 m", "12.3 km".
    static func words(metres: Double) -> String {
        guard metres.isFinite, metres < 1e12 else { return "" }
        if metres < 1_000 { return "\(Int(metres.rounded())) m" }
        let tenths = Int((metres / 100).rounded())
        return tenths >= 10_000 || tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
    }

    /// "2 h 30 min".
    static func words(seconds: Int) -> String {
        let minutes = seconds / 60
        let (hours, rest) = (minutes / 60, minutes % 60)
        if hours == 0 { return "\(rest) min" }
        return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    }
}
