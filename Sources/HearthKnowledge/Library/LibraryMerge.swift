import Foundation
package import HearthCore

/// Adds what a library has to another one that has something already, each thing whole or not at all.
///
/// The source is only read. Things are joined by what they are: documents by their content, conversations and entries of the journal by
/// their ids, the rest by their names. What is there is not written again, so a merge may end at any moment and be begun anew, also
/// after both libraries went on. Where each has another thing under one name, both are kept under two names, or the one that is
/// there, and the report tells which. A thing is as private as the stricter of the two libraries has it.
package struct LibraryMerge: Sendable {
    let source: any Library
    let target: any Library
    let withPrivate: Bool

    /// - Parameter withPrivate: Whether what is private goes over too.
    package init(from source: any Library, into target: any Library, withPrivate: Bool) {
        (self.source, self.target, self.withPrivate) = (source, target, withPrivate)
    }

    package typealias Progress = @Sendable (LibraryCopyProgress) throws -> Void

    /// Kinds that are not merged: they say what was or is to be done on the machine of the library, or whom its owner trusts there.
    private static let left: [LibraryRow.Kind] = [.watchedFolder, .work, .consent, .ledgerRecord]

    /// - Parameter progress: Is told after each thing; what it throws ends the merge, which can be gone on with.
    /// - Throws: ``StoreError``: `unfinished-copy`, `library-changed`, `library-unsafe`, `not-allowed`.
    package func run(progress: Progress = { _ in }) async throws -> LibraryMergeReport {
        try LibraryRow.refusePrograms()
        for library in [source, target] {
            if let other = try await library.unfinishedCopy() { throw LibraryItem.unfinished(other) }
        }
        var report = LibraryMergeReport()
        report.tallies.append(try await folders(&report))
        let places = PlaceLabels(theirs: try await source.folderLabels(), ours: try await target.folderLabels())
        report.tallies.append(try await keptLabels())
        report.tallies.append(try await documents(places, &report, progress))
        // Conversations refer to documents, those of entries among them.
        let journal = try await entries(&report, progress)
        report.tallies.append(journal)
        report.tallies.append(try await conversations(&report, progress))
        report.tallies.append(try await rollups(isWhole: journal.withheld == 0, progress))
        report.tallies.append(try await analyses(&report, progress))
        report.tallies.append(try await feeds(&report))
        report.tallies.append(try await people(&report))
        try await LibraryCopy.index(target, progress)
        for kind in Self.left {
            let count = try await source.rowCount(of: kind)
            if count > 0 { report.left[kind] = count }
        }
        return report
    }

    func isWithheld(_ label: SensitivityLabel?) -> Bool { label == .private && !withPrivate }

    /// Adds a thing, reads it back and compares the two.
    func add(
        _ item: LibraryItem, of kind: LibraryRow.Kind, _ tally: inout LibraryMergeReport.Tally,
        _ hash: inout RunningHash, readBack: () async throws -> LibraryItem?
    ) async throws {
        try await target.add(item)
        let (wanted, found) = (item.digest(), try await readBack()?.digest())
        guard found == wanted else {
            throw StoreError(
                .changed,
                """
                What was added to the library (\(kind.words)) is not what the other one has: something changed one of the two meanwhile. \
                Close what uses them, and merge again.
                """)
        }
        hash.add(wanted.bytes)
        tally.added += 1
        tally.hash = hash.digest
    }

    /// Walks through all rows of a kind of the source.
    func forEach(
        _ kind: LibraryRow.Kind, _ progress: Progress, _ body: (LibraryRow) async throws -> Void
    ) async throws {
        let total = try await source.rowCount(of: kind)
        var (done, last) = (0, LibraryRow?.none)
        while true {
            let page = try await source.rows(of: kind, after: last, limit: 100)
            guard let end = page.last else { return }
            for row in page {
                try Task.checkCancellation()
                try await body(row)
                done += 1
                try progress(LibraryCopyProgress(step: .copying, kind: kind, done: done, total: max(done, total)))
            }
            last = end
        }
    }

    // MARK: Labels of folders and of places

    private func folders(_ report: inout LibraryMergeReport) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.folderLabel.rawValue)
        let (theirs, ours) = (try await source.folderLabels(), try await target.folderLabels())
        for (path, label) in theirs.sorted(by: { $0.key < $1.key }) {
            tally.total += 1
            if isWithheld(label) {
                tally.withheld += 1
            } else if ours[path] == label {
                tally.present += 1
            } else {
                // The stricter of the two holds; the store sees to that, and writes it down.
                try await target.setLabel(label, ofFolder: path, lowers: false)
                let new = try await target.folderLabels()[path]
                if ours[path] == nil, new == label {
                    tally.added += 1
                } else {
                    tally.present += 1
                    tally.conflicts += 1
                    report.tell(.init(of: tally.name, name: path, keptAs: nil))
                }
            }
        }
        return tally
    }

    /// The labels of files that disappeared: they count again when a file of that name comes back.
    private func keptLabels() async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.placeLabel.rawValue)
        try await forEach(.placeLabel, { _ in }) { row in
            tally.total += 1
            guard let path = row.values[0].text, let word = row.values[1].text else { return }
            let label = SensitivityLabel(rawValue: word) ?? .private
            if isWithheld(label) {
                tally.withheld += 1
            } else if try await isKnown(path) {
                tally.present += 1
                if label > (try await target.label(ofPath: path) ?? .personal) {
                    try await target.setLabel(label, ofSource: path, lowers: false)
                }
            } else {
                try await target.add(LibraryItem([row], of: .placeLabel))
                tally.added += 1
            }
        }
        return tally
    }

    private func isKnown(_ path: String) async throws -> Bool {
        if try await target.row(.keptLabel(path: path)) != nil { return true }
        return try await target.row(.source(path: path)) != nil
    }
}

/// How private places are by the folders that they lie in, in both libraries.
struct PlaceLabels: Sendable {
    /// By paths that end with `/`.
    let theirs: [String: SensitivityLabel]
    let ours: [String: SensitivityLabel]

    /// What is said of the nearest folder above a place.
    static func label(of path: String, in folders: [String: SensitivityLabel]) -> SensitivityLabel? {
        folders.filter { path.utf8.starts(with: $0.key.utf8) }.max { $0.key.utf8.count < $1.key.utf8.count }?.value
    }
}
