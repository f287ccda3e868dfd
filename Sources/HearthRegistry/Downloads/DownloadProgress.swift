import Foundation

/// How far a download is.
public struct DownloadProgress: Codable, Hashable, Sendable {
    /// Bytes that are on the disk.
    public var bytes: Int
    /// Bytes in all; `nil` when the server does not say.
    public var total: Int?
    /// Smoothed over some seconds; `nil` until it can be told.
    public var bytesPerSecond: Double?
    /// `nil` when the size or the speed is not known.
    public var secondsRemaining: Double?
}

/// What a download gives, as it happens.
public enum DownloadEvent: Sendable {
    case progress(DownloadProgress)
    /// The connection failed; it goes on after a wait of that many seconds.
    case retrying(reason: String, after: Double)
    /// The file is whole, checked and in its place. The last event.
    case done(DownloadedFile)
}

/// A file that was fetched and checked.
public struct DownloadedFile: Codable, Hashable, Sendable {
    public var path: String
    public var bytes: Int
    /// Hexadecimal, as it was computed while the file came in.
    public var sha256: String
}

/// The speed of a download, smoothed, so that the time that remains does not jump.
///
/// An exponential average over time with a half-life: what was measured `halfLife` seconds ago counts half as much. It counts
/// elapsed time, not samples, because pieces come at any size and moment. A start that was biased to zero is corrected by
/// dividing by the weight that was gathered (as in Kingma & Ba, "Adam", 2015, section 3).
struct RateMeter {
    private let halfLife: Double
    private var rate = 0.0
    private var weight = 0.0
    private var last: Double?
    private var pending = 0

    /// Too short an interval measures the buffers of the network rather than its speed.
    private static let shortestInterval = 0.2

    init(halfLife: Double = 4) { self.halfLife = halfLife }

    /// - Parameters:
    ///   - bytes: Bytes that came since the last call.
    ///   - time: Seconds of a clock that only goes forward.
    mutating func add(_ bytes: Int, at time: Double) {
        guard let last else {
            // The first bytes may have lain in a buffer: the measuring begins here.
            self.last = time
            return
        }
        pending += bytes
        let elapsed = time - last
        guard elapsed >= Self.shortestInterval else { return }
        let share = 1 - pow(0.5, elapsed / halfLife)
        rate += (Double(pending) / elapsed - rate) * share
        weight += (1 - weight) * share
        pending = 0
        self.last = time
    }

    /// Bytes in a second; `nil` until enough time went by.
    var bytesPerSecond: Double? { weight > 0 ? rate / weight : nil }

    func progress(bytes: Int, total: Int?) -> DownloadProgress {
        let speed = bytesPerSecond
        var remaining: Double?
        if let total, let speed, speed > 0 { remaining = Double(max(0, total - bytes)) / speed }
        return DownloadProgress(bytes: bytes, total: total, bytesPerSecond: speed, secondsRemaining: remaining)
    }
}
