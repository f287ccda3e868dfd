package import HearthCore

/// Copies a library into another store, with the same ids, times, labels, origins and ledger.
///
/// It goes over the protocols of stores alone, so that any two can be the ends of it, a page in memory at a time. The source is only
/// read. The target is empty, or what an earlier attempt has left: it says so, and of which source, until all of it was compared with
/// the source. What is there already is compared and not written again, so a copy may end at any moment and be begun anew.
package struct LibraryCopy: Sendable {
    /// What is asked of the library that is copied.
    package typealias Source = LibraryRows & LedgerStore
    /// What is asked of the store that it goes to.
    package typealias Target = LibraryRows & LedgerStore & WordIndex

    /// Rows of a page at most.
    private static let rowsPerPage = 500

    private let source: any Source
    private let target: any Target
    private let name: String

    /// - Parameter name: What the source is called, by which an unfinished copy knows it again.
    package init(from source: any Source, called name: String, to target: any Target) {
        self.source = source
        self.target = target
        self.name = name
    }

    /// Copies what is missing, compares everything, and only then calls the target whole.
    ///
    /// - Parameter progress: Is told after each page; what it throws ends the copy, which can be gone on with.
    /// - Throws: ``StoreError``: `library-not-empty` for a target that holds something else, `library-changed` where the source is
    ///   not as it was, `unfinished-copy` where it is itself one, `broken-ledger`.
    package func run(
        progress: @Sendable (LibraryCopyProgress) throws -> Void = { _ in }
    ) async throws -> LibraryCopyReport {
        try LibraryRow.refusePrograms()
        try await checkSource()
        let isResumed = try await enter()
        var copied: [LibraryRow.Kind: LibraryDigest] = [:]
        for kind in LibraryRow.Kind.carried {
            copied[kind] = try await copy(kind, isResumed: isResumed, progress)
        }
        try await Self.index(target, progress)
        var report = LibraryCopyReport(isResumed: isResumed)
        for kind in LibraryRow.Kind.allCases {
            report.kinds.append(try await compare(kind, copied[kind], &report, progress))
        }
        report.ledger = try await verifiedLedger(records: copied[.ledgerRecord]?.count ?? 0)
        try await target.setUnfinishedCopy(of: nil)
        return report
    }

    // MARK: Before

    private func checkSource() async throws {
        if let other = try await source.unfinishedCopy() {
            throw StoreError(
                .unfinishedCopy,
                """
                The library that is to be copied is itself an unfinished copy of \(other). Finish that one, or copy from there.
                """)
        }
        let ledger = try await source.verifyLedger()
        // The copy would be sealed anew, and with it what somebody else has written.
        guard ledger.valid else { throw StoreError.brokenLedger(ledger.message ?? "its records do not fit together") }
    }

    /// Marks the target; returns whether it was marked before, by an attempt that did not come to its end.
    private func enter() async throws -> Bool {
        if let other = try await target.unfinishedCopy() {
            guard other == name else {
                throw StoreError(
                    .notEmpty,
                    """
                    An unfinished copy of another library, \(other), is there already. Go on with that one, or name another \
                    place. Nothing was changed.
                    """)
            }
            return true
        }
        var held: [String] = []
        for kind in LibraryRow.Kind.carried where kind != .counter {
            let count = try await target.rowCount(of: kind)
            if count > 0 { held.append("\(kind.words): \(count)") }
        }
        guard held.isEmpty else {
            throw StoreError(
                .notEmpty,
                """
                There is a library already (\(held.joined(separator: ", "))). A copy goes to a new or empty one; name another \
                folder, database or ?owner=, or merge into this one. Nothing was changed.
                """)
        }
        try await target.setUnfinishedCopy(of: name)
        return false
    }

    // MARK: Copying

    private func copy(
        _ kind: LibraryRow.Kind, isResumed: Bool, _ progress: @Sendable (LibraryCopyProgress) throws -> Void
    ) async throws -> LibraryDigest {
        let total = try await source.rowCount(of: kind)
        var digest = LibraryDigest()
        var last: LibraryRow?
        // The counters are there from the beginning on, and are moved.
        var mayBeThere = isResumed && kind != .counter
        while true {
            try Task.checkCancellation()
            let page = try await source.rows(of: kind, after: last, limit: Self.rowsPerPage)
            guard let end = page.last else { break }
            var new = page[...]
            if mayBeThere {
                let present = try await present(kind, after: last, as: page.count)
                guard zip(page, present).allSatisfy({ $0.isSame(as: $1, of: kind) }) else { throw changed(kind) }
                new = page.dropFirst(present.count)
                mayBeThere = new.isEmpty
            }
            if !new.isEmpty { try await target.keep(Array(new), of: kind) }
            for row in page { digest.add(row, of: kind) }
            last = end
            try progress(LibraryCopyProgress(step: .copying, kind: kind, done: digest.count, total: total))
        }
        return digest
    }

    /// What the target has after a row, at most as many rows: pages of two stores need not be as long.
    private func present(
        _ kind: LibraryRow.Kind, after last: LibraryRow?, as count: Int
    ) async throws -> [LibraryRow] {
        var found: [LibraryRow] = []
        while found.count < count {
            let page = try await target.rows(of: kind, after: found.last ?? last, limit: count - found.count)
            if page.isEmpty { break }
            found += page
        }
        return found
    }

    /// Makes the index of words of a library, as a step of its own.
    static func index(_ library: any Target, _ progress: @Sendable (LibraryCopyProgress) throws -> Void) async throws {
        let total = try await library.rowCount(of: .document)
        try await IndexRefresh(library: library).run { done in
            try progress(LibraryCopyProgress(step: .indexing, kind: .document, done: done, total: max(done, total)))
        }
    }

    // MARK: Comparing

    /// Both ends from the beginning: what the target has, and whether the source is still what was copied.
    ///
    /// - Parameter copied: What was read of the source before; `nil` for what follows from the rest.
    private func compare(
        _ kind: LibraryRow.Kind, _ copied: LibraryDigest?, _ report: inout LibraryCopyReport,
        _ progress: @Sendable (LibraryCopyProgress) throws -> Void
    ) async throws -> LibraryCopyReport.Kind {
        var privateRows = 0
        let wanted = try await digest(source, kind, upTo: kind == .ledgerRecord ? copied?.count : nil) { row in
            if kind == .documentLabel, row.values.last?.text == SensitivityLabel.private.rawValue { privateRows += 1 }
        }
        if let copied, copied.count != wanted.count || copied.value() != wanted.value() { throw changed(kind) }
        if kind == .ledgerRecord { try await checkEnd(after: wanted.count) }
        let found = try await digest(target, kind)
        guard found.count == wanted.count, found.value() == wanted.value() else {
            throw StoreError(
                .changed,
                """
                The copy is not the same as the library: it has \(found.count) \(kind.words), and \(wanted.count) were to be \
                there, or some say something else. Remove it and copy again.
                """)
        }
        if kind == .documentLabel { report.privateDocuments = privateRows }
        try progress(
            LibraryCopyProgress(step: .comparing, kind: kind, done: found.count, total: wanted.count))
        return LibraryCopyReport.Kind(kind: kind, count: found.count, hash: found.value())
    }

    private func digest(
        _ library: any LibraryRows, _ kind: LibraryRow.Kind, upTo most: Int? = nil,
        _ body: (LibraryRow) -> Void = { _ in }
    ) async throws -> LibraryDigest {
        var digest = LibraryDigest()
        var last: LibraryRow?
        while digest.count < most ?? .max {
            try Task.checkCancellation()
            let left = (most ?? .max) - digest.count
            let page = try await library.rows(of: kind, after: last, limit: min(Self.rowsPerPage, left))
            guard let end = page.last else { break }
            for row in page {
                digest.add(row, of: kind)
                body(row)
            }
            last = end
        }
        return digest
    }

    /// A library in a database writes down its own connections, also that by which it is copied. Anything else says that somebody used
    /// the source.
    private func checkEnd(after number: Int) async throws {
        var last = number
        while true {
            let page = try await source.ledgerPage(after: last)
            guard let end = page.last else { return }
            let isOwn = page.allSatisfy { $0.entry.kind == .connection && $0.entry.purpose == Self.connection }
            guard isOwn else { throw changed(.ledgerRecord) }
            last = end.number
        }
    }

    /// What a library in a database calls its own connections in its ledger.
    private static let connection = "library"

    private func verifiedLedger(records: Int) async throws -> LedgerVerification {
        let noted = try await source.ledgerPage(after: records - 1, limit: 1).first
        let anchor = noted.flatMap { LedgerAnchor("\($0.number):\($0.hash.hex)") }
        let ledger = try await target.verifyLedger(anchors: records > 0 ? [anchor].compactMap(\.self) : [])
        guard ledger.valid, ledger.records == records, records == 0 || anchor != nil else {
            throw StoreError.brokenLedger(ledger.message ?? "the copy has \(ledger.records) records, not \(records)")
        }
        return ledger
    }

    private func changed(_ kind: LibraryRow.Kind) -> StoreError {
        StoreError(
            .changed,
            """
            The library was changed while it was copied (\(kind.words)), so the copy is not whole. Close everything that uses it. A copy \
            that only lacks what is new can be gone on with; else remove it and copy again.
            """)
    }
}
