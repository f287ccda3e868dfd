/// How a value is changed that several processes share and nobody locks: read, changed, and replaced where it is still what was read
/// (`AnalysisStore.replaceAnalysisNodes`); read and changed anew where somebody else was quicker.
///
/// A lock in the store was rejected: whoever holds it may end in the middle. Of those that change one value at the same time one
/// always gets through, so that many attempts are only needed where many write without a pause.
enum SharedChange {
    static let mostAttempts = 16

    /// Waits a little before all attempts but the first, each time longer and never as long as others do.
    ///
    /// - Parameter attempt: From 1 on.
    static func pause(before attempt: Int) async throws {
        guard attempt > 1 else { return }
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...(2 << min(attempt, 7)))))
    }
}
