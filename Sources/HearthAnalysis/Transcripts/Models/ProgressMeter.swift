/// Turns steps done into a fraction that only grows.
actor ProgressMeter {
    private let report: @Sendable (AnalysisState) -> Void
    private var done = 0
    private var total: Int
    private var highest = 0.0

    init(total: Int, report: @escaping @Sendable (AnalysisState) -> Void) {
        self.total = max(1, total)
        self.report = report
    }

    /// A step begins.
    func begin(_ message: String) { tell(message) }

    /// A step is done.
    func finish() {
        done += 1
        total = max(total, done)
    }

    /// More steps than were foreseen.
    func expect(_ steps: Int) { total += steps }

    private func tell(_ message: String) {
        highest = max(highest, min(1, Double(done) / Double(total)))
        report(.analyzing(fraction: highest, message: message))
    }
}
