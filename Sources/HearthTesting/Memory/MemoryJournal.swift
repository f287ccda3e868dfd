public import Foundation
public import HearthCore

extension MemoryLibrary {
    @discardableResult
    public func storeJournal(
        _ given: [JournalSession], lowersLabels: Bool = false,
        document: (@Sendable (JournalSession) throws -> Ingestion)? = nil
    ) throws -> [JournalChange] {
        for session in given { try session.validate() }
        let reader = Reader.current
        return try change { state in
            var log = LabelLog(reader: reader)
            let changes: [JournalChange] = try given.map { session in
                let known = state.entries[session.id]
                if let reader, let known, known.session.label > reader.ceiling {
                    throw StoreError(
                        .notAllowed, "This entry is not this program's to change. Give the new one another id.")
                }
                var session = session
                if !lowersLabels || reader != nil {
                    session.label = Reader.ofWords(session.label)
                    if let known { session.label = max(session.label, known.session.label) }
                }
                if known?.session.contentHash == session.contentHash { return .unchanged }
                if let known {
                    state.forgetsPrompts = true
                    state.removeNodes(of: session.id, date: known.session.date)
                    log.add("entry \(session.id)", from: known.session.label, to: session.label)
                }
                state.lastEntry += 1
                state.entries[session.id] = MemoryState.Entry(
                    number: known?.number ?? state.lastEntry, session: session, changedAt: Date(),
                    addedAt: known.map { $0.addedAt ?? $0.changedAt })
                if let document { _ = try state.store(document(session).validated(), &log) }
                return known == nil ? .added : .updated
            }
            try state.note(log)
            return changes
        }
    }

    public func journalHeads(from: CivilDate? = nil, to: CivilDate? = nil) throws -> [JournalHead] {
        state.entries.values
            .filter { entry in
                guard entry.session.label <= MemoryState.ceiling else { return false }
                guard let date = entry.session.date else { return from == nil && to == nil }
                return from.map { $0 <= date } ?? true && to.map { date <= $0 } ?? true
            }
            .sorted { a, b in
                let (x, y) = (a.session, b.session)
                guard x.date == y.date else { return x.date.map { date in y.date.map { date < $0 } ?? true } ?? false }
                return (x.time ?? -1, a.number) < (y.time ?? -1, b.number)
            }
            .map { entry in
                let session = entry.session
                return JournalHead(
                    id: session.id, date: session.date, time: session.time, title: session.title,
                    label: session.label, duration: session.duration, words: session.words, hash: session.contentHash,
                    changedAt: entry.changedAt)
            }
    }

    public func journalSessions(ids: [String]) throws -> [JournalSession] {
        ids.compactMap { state.entries[$0]?.session }.filter { $0.label <= MemoryState.ceiling }
    }

    public func journalID(matching text: String) throws -> String {
        let found = state.entries.values.map(\.session)
            .filter { $0.id.begins(with: text) && $0.label <= MemoryState.ceiling }.map(\.id)
            .sorted { $0 == text ? $1 != text : $1 != text && $0.precedes($1) }
        guard let first = found.first, !text.isEmpty else {
            throw StoreError(.unknownItem, "There is no journal entry \(text.prefix(80)).", help: [.see(.entries)])
        }
        guard found.count == 1 || first == text else {
            throw StoreError(.ambiguousItem, "Several entries begin with \(text). Write more of the id.")
        }
        return first
    }

    @discardableResult
    public func removeJournalSession(id: String, source: String? = nil) throws -> Bool {
        try change { state in
            let known = state.entries[id]?.session
            // For a program, what it may not read is not there.
            if let known, known.label > MemoryState.ceiling { return false }
            state.forgetsPrompts = true
            if let source { _ = state.removeSources([source]) }
            guard let known else { return false }
            state.removeNodes(of: id, date: known.date)
            state.entries[id] = nil
            return true
        }
    }

    // MARK: What engines made

    public func keptJournalContents(_ level: RollupLevel) throws -> [String: [Data]] {
        let found = state.nodes.filter { $0.key.level == level && state.allows(level, $0.key.period) }
            .sorted { $0.key.model.precedes($1.key.model) }
        return Dictionary(grouping: found, by: \.key.period).mapValues { $0.map(\.value.content) }
    }

    public func journalKeys(_ level: RollupLevel, model: String) throws -> [String: ContentHash] {
        state.nodes.filter { $0.key.level == level && $0.key.model == model }
            .reduce(into: [:]) { $0[$1.key.period] = $1.value.key }
    }

    public func journalContents(_ level: RollupLevel, model: String, periods: [String]) throws -> [String: Data] {
        periods.reduce(into: [:]) { found, period in
            guard state.allows(level, period) else { return }
            found[period] = state.nodes[.init(level: level, period: period, model: model)]?.content
        }
    }

    public func storeJournalNodes(_ nodes: [JournalNode]) throws {
        try change { state in
            for node in nodes {
                let isCurrent = node.entries.allSatisfy { state.entries[$0.key]?.session.contentHash == $0.value }
                guard !node.entries.isEmpty, isCurrent else { continue }
                state.nodes[.init(level: node.level, period: node.period, model: node.model)] = (
                    node.key, node.content
                )
            }
        }
    }

    public func removeJournalNodes(_ level: RollupLevel, periods: [String]) throws {
        try change { state in
            for period in periods { state.removeNodes(level, period) }
        }
    }

    // MARK: Who is who

    public func peopleRegister() throws -> PeopleRegister {
        MemoryState.ceiling == .private ? state.people : PeopleRegister()
    }

    public func storePeopleRegister(_ register: PeopleRegister, over earlier: PeopleRegister) throws {
        guard Reader.current == nil else { throw PeopleRegister.ownersOnly }
        try register.validate()
        try change { state in
            guard state.people == earlier else { throw PeopleRegister.changedMeanwhile }
            state.people = register
        }
    }

    // MARK: Analyses

    public func analysisNodes(_ keys: [ContentHash]) throws -> [ContentHash: Data] {
        keys.reduce(into: [:]) { found, key in
            guard let node = state.analyses[key] else { return }
            let isReadable = state.readable.contains { $0.new.contentHash == node.source }
            // What says of no document that it came from it is for the owner.
            if MemoryState.ceiling == .private || isReadable { found[key] = node.value }
        }
    }

    public func keepAnalysisNodes(_ values: [ContentHash: Data], source: ContentHash? = nil) throws {
        try change { state in state.keepAnalyses(values, source: source) }
    }

    public func replaceAnalysisNodes(
        _ values: [ContentHash: Data], removing removed: [ContentHash], where key: ContentHash, is expected: Data?
    ) throws -> Bool {
        try change { state in
            guard state.analyses[key]?.value == expected else { return false }
            for key in removed { state.analyses[key] = nil }
            state.keepAnalyses(values, source: nil)
            return true
        }
    }

    public func removeAnalysisNodes(_ keys: [ContentHash]) throws {
        try change { state in
            for key in keys { state.analyses[key] = nil }
        }
    }

    public func removeAnalysisNodes(source: ContentHash) throws {
        try change { state in state.analyses = state.analyses.filter { $0.value.source != source } }
    }
}

extension MemoryState {
    /// Whether what was made of an entry or a period may be read: it is as private as the strictest of its entries.
    func allows(_ level: RollupLevel, _ period: String) -> Bool {
        guard Self.ceiling < .private else { return true }
        if level == .session || level == .chunk { return (entries[period]?.session.label ?? .public) <= Self.ceiling }
        guard let period = JournalPeriod(level, named: period) else { return false }
        return entries.values.allSatisfy { entry in
            entry.session.label <= Self.ceiling || !(entry.session.date.map(period.contains) ?? false)
        }
    }

    /// Keeps values of analyses; when one was first kept stays.
    mutating func keepAnalyses(_ values: [ContentHash: Data], source: ContentHash?) {
        for (key, value) in values {
            if analyses[key] == nil { analysisTimes[key] = Int64(Date().timeIntervalSince1970) }
            analyses[key] = (value, source)
        }
    }

    /// Removes what was made of an entry, and of the periods that held it.
    mutating func removeNodes(of id: String, date: CivilDate?) {
        removeNodes(.chunk, id)
        removeNodes(.session, id)
        guard let date else { return }
        for level in [RollupLevel.day, .week, .month, .year, .yearWrap] {
            removeNodes(level, JournalPeriod(level, holding: date).name)
        }
    }

    mutating func removeNodes(_ level: RollupLevel, _ period: String) {
        nodes = nodes.filter { $0.key.level != level || $0.key.period != period }
    }
}
