public import HearthCore

extension MemoryLibrary {
    public func label(of origins: Set<LabelOrigin>) throws -> SensitivityLabel? {
        origins.compactMap { state.label(of: $0) }.max()
    }

    public func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) throws -> SensitivityLabel? {
        origins.map { state.label(of: $0) ?? gone }.max()
    }

    public func label(ofContent hash: ContentHash, path: String?) throws -> SensitivityLabel? {
        let holder = path.flatMap { state.sources[$0]?.document }
        var labels = state.documents.values
            .filter { $0.new.contentHash == hash || $0.number == holder }.map(state.label(of:))
        // Its owner's word for this very file stands above that for the folder.
        if let path, state.sources[path]?.label == nil, let place = state.label(ofPath: path) { labels.append(place) }
        return labels.max()
    }

    public func label(ofPath path: String) throws -> SensitivityLabel? { state.label(ofPath: path) }

    public func folderLabels() throws -> [String: SensitivityLabel] { state.folders }

    public func setLabel(_ label: SensitivityLabel, ofDocument id: String) throws {
        let reader = Reader.current
        try change { state in
            guard let document = state.document(id),
                reader.map({ state.label(of: document) <= $0.ceiling }) ?? true
            else { throw StoreError(.unknownItem, "There is no document \(id).") }
            let before = state.label(of: document)
            guard reader == nil || label >= before else { throw StoreError.loweredByProgram }
            for path in state.paths(of: document) {
                state.sources[path]?.label = label
                state.labelEntry(at: path, label)
            }
            var log = LabelLog(reader: reader)
            log.add("document \(id)", from: before, to: label)
            try state.note(log)
        }
    }

    public func setLabel(_ label: SensitivityLabel, ofFolder path: String, lowers: Bool) throws {
        let prefix = path.hasSuffix("/") ? path : path + "/"
        let reader = Reader.current
        let lowers = lowers && reader == nil
        try change { state in
            let before = state.folderLabel(of: prefix)
            // What is there and was called nothing is personal.
            let isKnown = state.sources.keys.contains { $0.begins(with: prefix) }
            let floor = before ?? (isKnown || reader != nil ? .personal : .public)
            let new = lowers ? label : max(label, floor)
            func yields(_ path: String, _ own: SensitivityLabel?) -> Bool {
                path.begins(with: prefix) && own.map { lowers || $0 < new } ?? false
            }
            let folders = state.folders.filter { yields($0.key, $0.value) && $0.key != prefix }
            let places = state.sources.filter { yields($0.key, $0.value.label) }
            let documents = Set(places.values.map(\.document)).sorted().compactMap { state.documents[$0] }
            let labels = documents.map(state.label(of:))
            for path in folders.keys { state.folders[path] = nil }
            state.formerPlaces = state.formerPlaces.filter { !yields($0.key, $0.value) }
            state.folders[prefix] = new
            for path in places.keys { state.sources[path]?.label = nil }
            var log = LabelLog(reader: reader)
            log.add("folder \(prefix)", from: before, to: new)
            for (path, label) in folders.sorted(by: { $0.key.precedes($1.key) }) {
                log.add("folder \(path)", from: label, to: new)
            }
            for (document, label) in zip(documents, labels) {
                log.add("document \(document.id)", from: label, to: state.label(of: document))
            }
            try state.note(log)
        }
    }

    public func setLabel(_ label: SensitivityLabel, ofSource path: String, lowers: Bool) throws {
        let reader = Reader.current
        try change { state in
            guard let document = state.sources[path].flatMap({ state.documents[$0.document] }) else { return }
            let before = state.label(of: document)
            let isElsewhere = state.paths(of: document).count > 1
            let new = lowers && reader == nil && !isElsewhere ? label : max(label, before)
            guard new != before || state.label(ofPath: path) != new else { return }
            state.sources[path]?.label = new
            var log = LabelLog(reader: reader)
            log.add("document \(document.id)", from: before, to: new)
            try state.note(log)
        }
    }
}

extension MemoryState {
    /// The strictest label of a document's places.
    func label(of document: Document) -> SensitivityLabel {
        sources.filter { $0.value.document == document.number }
            .map { $0.value.label ?? folderLabel(of: $0.key) ?? .personal }.max() ?? .private
    }

    func label(of origin: LabelOrigin) -> SensitivityLabel? {
        switch origin {
        case .document(let id): document(id).map(label(of:))
        case .entry(let id): entries[id]?.session.label
        case .conversation(let id, let since, let before):
            talks[id].map { talk in
                max(talk.conversation.storedPromptLabel, strictest(talk, since: since, before: before) ?? .public)
            }
        }
    }

    /// What the nearest folder says that has a label.
    func folderLabel(of path: String) -> SensitivityLabel? {
        folders.filter { path.begins(with: $0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }?.value
    }

    /// What its owner called a file that disappeared, where that is stricter than what anything there would be called.
    func formerLabel(of path: String) -> SensitivityLabel? {
        formerPlaces[path].flatMap { $0 > folderLabel(of: path) ?? .personal ? $0 : nil }
    }

    func label(ofPath path: String) -> SensitivityLabel? {
        if let own = sources[path]?.label { return own }
        let folder = folderLabel(of: path)
        return sources[path] == nil ? formerLabel(of: path) ?? folder : folder
    }

    /// Its owner's word for the place of what comes in; see ``NewDocument/label``.
    func placeLabel(
        of item: Ingestion, former: SensitivityLabel?, held: SensitivityLabel?, known: Document?, _ log: LabelLog
    ) -> SensitivityLabel? {
        let path = item.source.path
        let folder = folderLabel(of: path)
        let said = sources[path].map(\.label) ?? formerLabel(of: path)
        let present = said ?? folder
        var label = said
        if var given = item.document.label {
            // Programs call nothing public, as with their own words.
            if log.reader != nil { given = max(given, .personal) }
            label = item.document.lowersLabel ? given : max(given, present ?? (former == nil ? given : .personal))
        }
        if let held, let known, paths(of: known).contains(where: { $0 != path }), held > label ?? folder ?? .personal {
            label = held
        }
        if let former, item.document.label == nil || !item.document.lowersLabel,
            former > label ?? folder ?? .personal
        {
            label = former
        }
        return label == folder && said == nil ? nil : label
    }

    /// A content leaves one of its places: in the others it is as private as it was.
    mutating func leave(_ number: Int64, _ path: String) {
        guard let document = documents[number] else { return }
        let label = label(of: document)
        for other in paths(of: document) where other != path { sources[other]?.label = label }
    }

    /// A source holds another document now: what came from the former came from the same source.
    mutating func follow(_ former: Int64, to document: Int64, at path: String) {
        for id in messages.keys where messages[id]?.documents.contains(former) == true {
            messages[id]?.documents.insert(document)
            messages[id]?.places.insert(path)
        }
    }

    /// Freezes the label of messages that were derived from what a source held, before the source is removed.
    mutating func freezeLabels(derivedFromSource path: String) {
        guard let label = sources[path].flatMap({ documents[$0.document] }).map(label(of:)) else { return }
        for (id, said) in messages where said.places.contains(path) {
            messages[id]?.message.label = max(said.message.label, label)
            messages[id]?.places.remove(path)
        }
    }

    /// Freezes the label of messages that were derived from a document, before the document is removed.
    mutating func freezeLabels(derivedFromDocument number: Int64) {
        guard let document = documents[number] else { return }
        let label = label(of: document)
        for (id, said) in messages where said.documents.contains(number) {
            messages[id]?.message.label = max(said.message.label, label)
            messages[id]?.documents.remove(number)
        }
    }

    /// An entry of the journal and the document by which search finds it have one label.
    mutating func labelEntry(at path: String, _ label: SensitivityLabel) {
        guard path.begins(with: JournalSession.pathPrefix) else { return }
        let id = String(path.dropFirst(JournalSession.pathPrefix.count))
        guard let entry = entries[id], entry.session.label != label else { return }
        entries[id]?.session.label = label
        removeNodes(of: id, date: entry.session.date)
    }
}
