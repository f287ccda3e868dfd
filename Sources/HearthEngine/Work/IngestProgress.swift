package import HearthKnowledge

/// How far an ingestion is, for a person. That it is at 100 % is said when nothing is left to wait for: when all files are read, their
/// vectors are still to be made, and those of passages that an earlier run or another program left without.
package struct IngestProgress {
    package struct Step: Equatable {
        package var fraction: Double?
        package var message: String
        package var done: Int?
        package var total: Int?
    }

    private var isRead = false

    package init() {}

    /// What is new; `nil` where nothing is.
    package mutating func step(_ event: IngestEvent) -> Step? {
        switch event {
        case .progress(let done, let total, let chunks):
            isRead = done >= total
            guard !isRead else {
                return Step(
                    message: "\(total) of \(total) files are read, and found by their words; now by meaning, too")
            }
            return Step(
                fraction: total > 0 ? Double(done) / Double(total) : nil,
                message: "\(done) of \(total) files, \(chunks) passages", done: done, total: total)
        case .vectors(let done, let total):
            guard done < total else { return Step(message: "The files can be searched, by words and by meaning") }
            return Step(
                fraction: Double(done) / Double(total),
                message: "The text can be searched; \(done) of \(total) passages are found by meaning, too", done: done,
                total: total)
        case .note(let note):
            // Before that, a note is of what is set up, not of what is waited for.
            return isRead ? Step(message: "The files can be searched. \(note)") : nil
        case .pictures(let path, let left):
            let name = path.split(separator: "/").last ?? ""
            return Step(
                message: left == 1
                    ? "The files can be searched; \(name) is being read from its pictures"
                    : "The files can be searched; \(left) are still to be read from their pictures")
        case .file, .recognized: return nil
        case .summary(let summary):
            return Step(
                fraction: 1,
                message: "\(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged, "
                    + "\(summary.skipped) skipped, \(summary.failed) failed")
        }
    }
}
