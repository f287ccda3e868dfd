public import Foundation
import HearthAnalysis
public import HearthCore

extension Hearth {
    /// What programs keep in the library beside documents: files that are no documents, named sets of documents, runs over files.
    ///
    /// It lies where analyses lie, as values of no document: encrypted, in every kind of library, in its backups, and gone with it. The
    /// store gives such values to the owner alone, because it knows no label of theirs; so everything that a program gets of them
    /// goes through here, where each is held against the program's ceiling.
    public struct Deposits: Sendable {
        let hearth: Hearth
        package var room = Room.usual

        /// How much is kept at most.
        package struct Room: Sendable {
            package var count = 2_000
            package var bytes = 1 << 30
            /// Of the list, which names what each was made of.
            package var bytesOfList = 8 << 20

            package init() {}

            package static let usual = Room()
        }
    }
}

/// Something that a program keeps.
public struct Deposit: Hashable, Codable, Sendable, Identifiable {
    public enum Kind: String, Codable, Sendable {
        /// Bytes.
        case file
        /// A named set of documents.
        case set
        /// Work over a file, and how far it is.
        case run
    }

    public var id: String
    public var kind: Kind
    /// The name of a file; empty where it has none.
    public var name: String
    /// What a file is for; empty where nothing is said.
    public var purpose: String
    public var createdAt: Date
    /// How private the words of whoever made it are. It is at least as private as what it was made of.
    public var label: SensitivityLabel
    /// From when on it is not there any more; `nil` for what stays until somebody removes it.
    public var expiresAt: Date?
    /// Bytes of its value.
    public internal(set) var bytes = 0
    /// The documents and journal entries that it was made of.
    private(set) var documents: [String] = []
    private(set) var entries: [String] = []
    /// Another one with each change, so that the list differs even where nothing else of it does: the list is what those compare who
    /// change something. `nil` in lists of before.
    fileprivate(set) var stamp: Int?

    /// - Parameter origins: What it was made of. What came of a conversation has no lasting name, and makes it private.
    public init(
        id: String, kind: Kind, name: String = "", purpose: String = "", createdAt: Date = Date(),
        label: SensitivityLabel, of origins: Set<LabelOrigin> = [], expiresAt: Date? = nil
    ) {
        (self.id, self.kind, self.name, self.purpose) = (id, kind, name, purpose)
        (self.createdAt, self.label, self.expiresAt) = (createdAt, label, expiresAt)
        made(of: origins)
    }

    public var origins: Set<LabelOrigin> {
        Set(documents.map { .document($0) }).union(entries.map { .entry($0) })
    }

    /// Records the items that its value was generated from, which decide its label.
    public mutating func made(of origins: Set<LabelOrigin>) {
        (documents, entries) = ([], [])
        for origin in origins {
            switch origin {
            case .document(let id): documents.append(id)
            case .entry(let id): entries.append(id)
            case .conversation: label = .private
            }
        }
        documents.sort()
        entries.sort()
    }

    var hasExpired: Bool { expiresAt.map { $0 <= Date() } ?? false }

    /// How many parts its value has.
    var parts: Int { (bytes + Self.partBytes - 1) / Self.partBytes }

    /// A value is kept in parts, so that a large one is given out without being in memory as a whole.
    static let partBytes = 1 << 20
}

extension Hearth.Deposits {
    /// How much is kept of one.
    public static let mostBytes = 64 << 20

    // MARK: Reading

    /// Those of a kind that may be read, the newest first.
    public func list(_ kind: Deposit.Kind) async throws -> [Deposit] {
        let library = try await hearth.library()
        var found: [Deposit] = []
        let heads = try await heads(library)
        for deposit in heads.reversed() where deposit.kind == kind {
            if try await mayRead(deposit, library) { found.append(deposit) }
        }
        // What has had its time takes up room until somebody looks.
        if heads.contains(where: \.hasExpired) { try await inTurn { _, _ in } }
        return found
    }

    /// - Returns: `nil` where there is none, or none that may be read.
    public func find(_ id: String, _ kind: Deposit.Kind) async throws -> Deposit? {
        let library = try await hearth.library()
        guard let found = try await heads(library).last(where: { $0.id == id && $0.kind == kind }),
            try await mayRead(found, library)
        else { return nil }
        return found
    }

    /// The value of one that was found. What programs are given of documents by it is in the ledger.
    ///
    /// - Throws: ``DepositError`` `gone` where it was removed meanwhile.
    public func value(of deposit: Deposit) async throws -> Data {
        try await willGive(deposit)
        return try await value(of: deposit, try await hearth.library())
    }

    /// Says that a value is about to be given, part by part.
    public func willGive(_ deposit: Deposit) async throws { try await hearth.privacy.willGive(deposit.origins) }

    /// A part of a value, from 0 on; `nil` behind the last. ``willGive(_:)`` is owed before.
    public func part(_ number: Int, of deposit: Deposit) async throws -> Data? {
        guard (0..<deposit.parts).contains(number) else { return nil }
        return try await node(Self.key(deposit, part: number), try await hearth.library())
    }

    private func value(of deposit: Deposit, _ library: any Library) async throws -> Data {
        // In one reading, so that its parts are those of one moment.
        let keys = (0..<deposit.parts).map { Self.key(deposit, part: $0) }
        let parts = try await Reader.$current.withValue(nil) { try await library.analysisNodes(keys) }
        var value = Data(capacity: deposit.bytes)
        for key in keys {
            guard let part = parts[key] else { throw Self.gone(deposit) }
            value += part
        }
        // Of several parts there may be fewer or more by now than when it was found.
        guard deposit.parts < 2 || value.count == deposit.bytes else { throw Self.gone(deposit) }
        return value
    }

    private static func gone(_ deposit: Deposit) -> DepositError {
        DepositError(
            .gone,
            "What was kept under \(deposit.id) was removed or changed meanwhile. List what there is, and ask again.")
    }

    private func mayRead(_ deposit: Deposit, _ library: any Library) async throws -> Bool {
        guard !deposit.hasExpired else { return false }
        guard let reader = Reader.current else { return true }
        guard deposit.label <= reader.ceiling else { return false }
        guard !deposit.origins.isEmpty else { return true }
        // Of a document that is gone nobody knows any more what it was called last.
        return try await library.label(of: deposit.origins, gone: .private).map { $0 <= reader.ceiling } ?? true
    }

    // MARK: Changing

    /// Keeps something, or something else under its id.
    ///
    /// - Returns: It with its length.
    /// - Throws: ``DepositError`` `too-large`, `too-much-kept`, `deposits-changed`.
    @discardableResult
    public func keep(_ deposit: Deposit, value: Data) async throws -> Deposit {
        try await inTurn { draft, library in try await put(deposit, value, into: &draft, library) }
    }

    /// Changes something that may be read, as it is at this moment: what others change at the same time is lost to nobody, in whatever
    /// process they are.
    ///
    /// - Parameter change: Is done again on what another has written meanwhile. Where it changes nothing, nothing is written.
    /// - Returns: What `change` gives; `nil` where there is none, or none that may be read.
    /// - Throws: What `change` throws; nothing is changed then. ``DepositError`` `deposits-changed`.
    public func update<Result: Sendable>(
        _ id: String, _ kind: Deposit.Kind, _ change: @Sendable (inout Deposit, inout Data) throws -> Result
    ) async throws -> Result? {
        try await inTurn { draft, library -> Result? in
            guard let found = draft.heads.last(where: { $0.id == id && $0.kind == kind }),
                try await mayRead(found, library)
            else { return nil }
            let before = try await value(of: found, library)
            var (deposit, data) = (found, before)
            let result = try change(&deposit, &data)
            guard deposit != found || data != before else { return result }
            _ = try await put(deposit, data, into: &draft, library)
            return result
        }
    }

    /// Removes something that may be read.
    ///
    /// - Returns: Whether there was one.
    public func remove(_ id: String, _ kind: Deposit.Kind) async throws -> Bool {
        try await inTurn { draft, library in
            guard let index = draft.heads.lastIndex(where: { $0.id == id && $0.kind == kind }),
                try await mayRead(draft.heads[index], library)
            else { return false }
            draft.drop(at: index)
            return true
        }
    }

    private func put(
        _ deposit: Deposit, _ value: Data, into draft: inout Draft, _ library: any Library
    ) async throws -> Deposit {
        guard value.count <= Self.mostBytes else {
            throw DepositError(
                .tooLarge,
                "This is larger than the \(Self.mostBytes >> 20) MiB that are kept of one file. Send it in parts.")
        }
        let snapshot = hearth.environments.current
        if snapshot.settings.libraryElsewhere != nil {
            let made = try await library.label(of: deposit.origins, gone: .private) ?? .public
            try snapshot.refusePrivate(max(deposit.label, made), "What is to be kept")
        }
        var deposit = deposit
        deposit.bytes = value.count
        deposit.stamp = Int.random(in: 0..<(1 << 53))
        let former = draft.heads.last { $0.id == deposit.id && $0.kind == deposit.kind }
        let others = draft.heads.reduce(0) { $0 + $1.bytes } - (former?.bytes ?? 0)
        guard former != nil || draft.heads.count < room.count, others + value.count <= room.bytes else {
            throw Self.tooMuch
        }
        draft.put(deposit, value)
        return deposit
    }

    // MARK: - Nodes

    /// What is to become of the list, and of the parts of values with it, in one step: so that there is never one without the other.
    private struct Draft {
        private(set) var heads: [Deposit]
        private(set) var written: [ContentHash: Data] = [:]
        private(set) var removed: Set<ContentHash> = []
        private(set) var isChange = false

        init(_ heads: [Deposit]) {
            self.heads = heads
            // What has had its time makes room for what comes.
            while let index = self.heads.firstIndex(where: \.hasExpired) { drop(at: index) }
        }

        mutating func drop(at index: Int) {
            let deposit = heads.remove(at: index)
            removed.formUnion((0..<deposit.parts).map { Hearth.Deposits.key(deposit, part: $0) })
            isChange = true
        }

        /// In the place of the one of its id and kind, where there is one.
        mutating func put(_ deposit: Deposit, _ value: Data) {
            if let index = heads.lastIndex(where: { $0.id == deposit.id && $0.kind == deposit.kind }) {
                let former = heads[index]
                removed.formUnion((0..<former.parts).map { Hearth.Deposits.key(former, part: $0) })
                heads[index] = deposit
            } else {
                heads.append(deposit)
            }
            for number in 0..<deposit.parts {
                let start = value.startIndex + number * Deposit.partBytes
                let key = Hearth.Deposits.key(deposit, part: number)
                written[key] = Data(value[start..<min(start + Deposit.partBytes, value.endIndex)])
                removed.remove(key)
            }
            isChange = true
        }
    }

    /// Changes the list, which is read, changed and written as a whole, and the values with it: again and again until nobody else changed it in
    /// between. Those of this process are one after the other, so that they need not do it again because of each other.
    private func inTurn<Result: Sendable>(
        _ work: (inout Draft, any Library) async throws -> Result
    ) async throws -> Result {
        let library = try await hearth.library()
        try await hearth.depositTurns.acquire()
        defer { hearth.depositTurns.release() }
        for attempt in 1...SharedChange.mostAttempts {
            try await SharedChange.pause(before: attempt)
            let kept = try await node(Self.listKey, library)
            var draft = Draft(try heads(of: kept))
            let result: Result
            do {
                result = try await work(&draft, library)
            } catch let error as DepositError where error.reason == .gone && attempt < SharedChange.mostAttempts {
                // Its value is another one by now than the list said.
                continue
            }
            guard draft.isChange else { return result }
            var nodes = draft.written
            nodes[Self.listKey] = try encoded(draft.heads)
            let isDone = try await library.replaceAnalysisNodes(
                nodes, removing: Array(draft.removed), where: Self.listKey, is: kept)
            if isDone { return result }
        }
        throw DepositError(
            .changed,
            "What is kept for programs was changed by others at the same time, again and again. Send the request once more."
        )
    }

    /// All of them, the oldest first, whoever reads.
    func heads(_ library: any Library) async throws -> [Deposit] {
        let data = try await node(Self.listKey, library)
        return try heads(of: data)
    }

    private func heads(of data: Data?) throws -> [Deposit] {
        guard let data else { return [] }
        do {
            return try hearth.depositLists.value(of: data) { try JSONDecoder().decode([Deposit].self, from: $0) }
        } catch {
            throw DepositError(
                .newer,
                "The list of what programs keep here cannot be read; a newer version of Hearth wrote it. Update Hearth."
            )
        }
    }

    /// As the owner: what these values are made of, the store does not know.
    private func node(_ key: ContentHash, _ library: any Library) async throws -> Data? {
        try await Reader.$current.withValue(nil) { try await library.analysisNode(key) }
    }

    private func encoded(_ heads: [Deposit]) throws -> Data {
        let data = try JSONEncoder().encode(heads)
        guard data.count <= room.bytesOfList else { throw Self.tooMuch }
        return data
    }

    private static var tooMuch: DepositError {
        DepositError(
            .tooMuchKept,
            "As much as there is room for is kept for programs already. Remove files that nobody needs any more.")
    }

    static let listKey = NodeKey("deposits", version: 1).hash

    private static func key(_ deposit: Deposit, part: Int) -> ContentHash {
        var key = NodeKey("deposit", version: 1)
        key.add("kind", deposit.kind.rawValue)
        key.add("id", deposit.id)
        key.add("part", "\(part)")
        return key.hash
    }
}

/// Why something is not kept, or not there.
public struct DepositError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case tooLarge = "too-large"
        /// There is no room beside what is kept.
        case tooMuchKept = "too-much-kept"
        /// It was removed while it was being used.
        case gone
        /// Others changed the list each time before this change was made.
        case changed = "deposits-changed"
        /// A newer version wrote it.
        case newer = "newer-deposits"
        /// What one of them says cannot be read.
        case damaged = "damaged-deposit"
    }

    public let reason: Reason
    public let message: String

    init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }

    /// A value that whoever made it cannot read any more.
    ///
    /// - Parameters:
    ///   - what: What it is, for a person: `vector store`.
    ///   - remedy: What to do where an update does not help, as the end of a sentence.
    public static func damaged(_ what: String, _ id: String, remedy: String) -> DepositError {
        DepositError(
            .damaged,
            "The \(what) \(id) cannot be read: what is kept of it is damaged, or a newer version of Hearth wrote it. Update Hearth, or "
                + "\(remedy).")
    }
}

extension DepositError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .tooLarge, .tooMuchKept: .tooLarge
        case .gone, .changed: .conflict
        case .newer, .damaged: .damagedData
        }
    }
}
