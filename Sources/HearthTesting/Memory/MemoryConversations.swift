import Foundation
public import HearthCore

extension MemoryLibrary {
    public func createConversation(
        id: String? = nil, title: String? = nil, systemPrompt: String? = nil, label: SensitivityLabel? = nil
    ) throws -> Conversation {
        let id = id ?? UUID().uuidString.lowercased()
        return try change { state in
            guard state.talks[id] == nil else {
                throw StoreError(.invalidInput, "There is already a conversation \(id).")
            }
            let conversation = Conversation(
                id: id, title: title?.withoutNUL, systemPrompt: systemPrompt,
                systemPromptLabel: label.map(Reader.ofWords))
            state.lastTalk += 1
            state.talks[id] = MemoryState.Talk(number: state.lastTalk, conversation: conversation)
            return conversation
        }
    }

    public func conversations(limit: Int = .max) throws -> [Conversation] {
        state.readableTalks.prefix(max(0, limit)).map(state.conversation)
    }

    public func conversations(
        holding text: String?, inFolder folder: String? = nil, limit: Int, offset: Int = 0
    ) throws -> (conversations: [Conversation], total: Int) {
        let wanted = text?.lowercased()
        let found = state.readableTalks.filter { talk in
            let said = state.messages(of: talk)
            guard !said.isEmpty, folder == nil || talk.conversation.folder == folder else { return false }
            guard let wanted else { return true }
            return talk.conversation.title?.holds(wanted) == true
                || said.contains { $0.message.message.content.holds(wanted) }
        }
        let sorted = found.filter(\.conversation.isPinned) + found.filter { !$0.conversation.isPinned }
        return (sorted.dropFirst(max(0, offset)).prefix(max(0, limit)).map(state.conversation), found.count)
    }

    public func conversation(matching id: String) throws -> Conversation {
        let found = state.readableTalks.filter { $0.conversation.id.begins(with: id) }
            .sorted { ($0.conversation.id == id ? 0 : 1, $0.number) < ($1.conversation.id == id ? 0 : 1, $1.number) }
        guard let first = found.first, !id.isEmpty else {
            throw StoreError(.unknownItem, "There is no conversation \(id.prefix(80)).", help: [.see(.conversations)])
        }
        guard found.count == 1 || first.conversation.id == id else {
            throw StoreError(.ambiguousItem, "Several conversations begin with \(id). Write more of the id.")
        }
        return state.conversation(first)
    }

    public func changeConversation(id: String, _ wanted: ConversationChange) throws {
        try change { state in
            var conversation = try state.requireTalk(id).conversation
            if let prompt = wanted.systemPrompt { try state.setPrompt(prompt, of: &conversation) }
            if let title = wanted.title { conversation.title = title?.withoutNUL }
            if let isPinned = wanted.isPinned { conversation.isPinned = isPinned }
            if let folder = wanted.folder { conversation.folder = folder?.withoutNUL }
            state.talks[id]?.conversation = conversation
        }
        if wanted.systemPrompt != nil { promptStates.removeState(ofConversation: id) }
    }

    @discardableResult
    public func removeConversation(id: String) throws -> Int? {
        let count: Int? = try change { state in
            guard let talk = try? state.requireTalk(id) else { return nil }
            let said = state.messages(of: talk)
            for one in said { state.messages[one.message.id] = nil }
            state.talks[id] = nil
            return said.count
        }
        promptStates.removeState(ofConversation: id)
        return count
    }

    // MARK: Messages

    @discardableResult
    public func append(
        _ messages: [ConversationMessage], toConversation id: String, answering answered: Int64? = nil,
        replacingFrom replaced: Int64? = nil, upTo last: Int64 = .max
    ) throws -> [ConversationMessage] {
        try change { state in
            let talk = try state.requireTalk(id)
            let ids = messages.map { state.insert($0, talk) }
            if let replaced, let first = ids.first {
                state.removeMessages(from: replaced, before: last < first ? last + 1 : first, talk, newer: first)
            }
            if let answered, state.messages[answered]?.conversation == talk.number {
                state.messages[answered]?.message.state = .complete
            }
            state.talks[id]?.conversation.updatedAt = messages.last?.createdAt ?? Date()
            let labels = state.labels(of: talk)
            return zip(messages, ids).map { message, id in
                var message = message
                message.id = id
                message.label = labels[id] ?? .private
                return message
            }
        }
    }

    public func messages(
        ofConversation id: String, after: Int64 = .min, before: Int64 = .max, limit: Int = .max
    ) throws -> [ConversationMessage] {
        guard let talk = try? state.requireTalk(id) else { return [] }
        return Array(state.read(talk, after: after, before: before).suffix(max(0, limit)))
    }

    public func oldestMessages(
        ofConversation id: String, after: Int64 = .min, before: Int64 = .max, limit: Int
    ) throws -> [ConversationMessage] {
        guard let talk = try? state.requireTalk(id) else { return [] }
        return Array(state.read(talk, after: after, before: before).prefix(max(0, limit)))
    }

    public func lastTurn(ofConversation id: String) throws -> [ConversationMessage] {
        guard let talk = state.talks[id] else {
            throw StoreError(.unknownItem, "There is no conversation \(id).")
        }
        guard state.allows(talk), let first = state.lastQuestion(talk) else { return [] }
        return state.read(talk, after: first - 1)
    }

    @discardableResult
    public func removeLastTurn(ofConversation id: String) throws -> [ConversationMessage] {
        let removed: [ConversationMessage] = try change { state in
            let talk = try state.requireTalk(id)
            guard let first = state.lastQuestion(talk) else { return [] }
            let removed = state.read(talk, after: first - 1)
            state.removeMessages(from: first, before: .max, talk)
            return removed
        }
        promptStates.removeState(ofConversation: id)
        return removed
    }

    public func setTokenCounts(_ counts: [Int64: Int], tokenizer: String) throws {
        try change { state in
            for (id, count) in counts {
                state.messages[id]?.message.tokenCount = .init(tokenizer: tokenizer, count: count)
            }
        }
    }

    // MARK: What a prompt is built from

    public func extent(ofConversation id: String, before first: Int64) throws -> DroppedContext {
        let said = state.messages(of: try state.requireTalk(id)).filter { $0.message.id < first }
        return DroppedContext(
            count: said.count,
            tokens: said.reduce(0) { sum, said in
                let counted = said.message.tokenCount.map { min(max(0, $0.count), 1 << 40) }
                return sum + (counted ?? said.message.message.content.utf8.count / 4 + 1)
            })
    }

    public func lastAnswer(ofConversation id: String, before: Int64 = .max) throws -> Int64? {
        guard let talk = state.talks[id] else {
            throw StoreError(.unknownItem, "There is no conversation \(id).")
        }
        return state.messages(of: talk).last { $0.message.message.role != .user && $0.message.id < before }?.message.id
    }

    public func contextBoundary(ofConversation id: String) throws -> ContextBoundary? {
        guard let talk = try? state.requireTalk(id), var boundary = talk.boundary else { return nil }
        let end = boundary.upTo == .max ? boundary.upTo : boundary.upTo + 1
        boundary.label = max(boundary.label, state.strictest(talk, before: end) ?? .public)
        return boundary
    }

    public func setContextBoundary(_ boundary: ContextBoundary?, ofConversation id: String) throws {
        try change { state in
            guard state.talks[id] != nil else { throw StoreError(.unknownItem, "There is no conversation \(id).") }
            state.talks[id]?.boundary = boundary
        }
    }

    public func strictestLabel(ofConversation id: String, before: Int64 = .max) throws -> SensitivityLabel? {
        state.talks[id].flatMap { state.strictest($0, before: before) }
    }
}

extension Conversation {
    /// The label of the system prompt, which every answer was given.
    var storedPromptLabel: SensitivityLabel { systemPrompt == nil ? .public : systemPromptLabel ?? .personal }
}

extension MemoryState {
    func messages(of talk: Talk) -> [Said] {
        messages.values.filter { $0.conversation == talk.number }.sorted { $0.message.id < $1.message.id }
    }

    /// Conversations that may be read, the one with the latest message first.
    var readableTalks: [Talk] {
        talks.values.filter(allows).sorted {
            let (a, b) = ($0.conversation.updatedAt, $1.conversation.updatedAt)
            return a != b ? a > b : $0.number > $1.number
        }
    }

    /// Whether a conversation may be read: all of it, since its answers were made of one another.
    func allows(_ talk: Talk) -> Bool {
        max(talk.conversation.storedPromptLabel, strictest(talk) ?? .public) <= Self.ceiling
    }

    mutating func setPrompt(_ prompt: ConversationChange.Prompt, of conversation: inout Conversation) throws {
        let reader = Reader.current
        let label = prompt.label.map(Reader.ofWords)
        let earlier = conversation.storedPromptLabel
        if reader != nil, label ?? .personal < earlier { throw StoreError.loweredByProgram }
        let before = conversation.systemPrompt
        if before != prompt.text, earlier > .public {
            // What was answered under the prompt before is as private as that was.
            for said in messages(of: try requireTalk(conversation.id)) where said.message.message.role == .assistant {
                messages[said.message.id]?.message.label = max(said.message.label, earlier)
            }
        }
        (conversation.systemPrompt, conversation.systemPromptLabel) = (prompt.text, label)
        // One that comes, or goes, has no label that became another.
        guard before != nil, prompt.text != nil else { return }
        var log = LabelLog(reader: reader)
        log.add("prompt of conversation \(conversation.id)", from: earlier, to: label ?? .personal)
        try note(log)
    }

    func requireTalk(_ id: String) throws -> Talk {
        guard let talk = talks[id], allows(talk) else {
            throw StoreError(.unknownItem, "There is no conversation \(id).")
        }
        return talk
    }

    func conversation(_ talk: Talk) -> Conversation {
        var conversation = talk.conversation
        let said = messages(of: talk)
        conversation.messageCount = said.count
        conversation.title =
            conversation.title
            ?? said.first { $0.message.message.role == .user }
            .flatMap { Conversation.title(fromQuestion: $0.message.message.content) }
        return conversation
    }

    /// What each message is now: the strictest of its own words, of the documents that it was made of, and of the messages that
    /// it was given; for an answer, of the system prompt too.
    func labels(of talk: Talk) -> [Int64: SensitivityLabel] {
        var labels: [Int64: SensitivityLabel] = [:]
        for said in messages(of: talk) {
            var label = said.message.label
            for number in said.documents {
                if let document = documents[number] { label = max(label, self.label(of: document)) }
            }
            if let given = said.message.origin.given {
                label = labels.filter { $0.key >= given }.reduce(label) { max($0, $1.value) }
            }
            if said.message.message.role == .assistant { label = max(label, talk.conversation.storedPromptLabel) }
            labels[said.message.id] = label
        }
        return labels
    }

    func strictest(_ talk: Talk, since: Int64 = .min, before: Int64 = .max) -> SensitivityLabel? {
        labels(of: talk).filter { $0.key >= since && $0.key < before }.values.max()
    }

    /// Messages between two others, oldest first, with the labels that they have now.
    func read(_ talk: Talk, after: Int64 = .min, before: Int64 = .max) -> [ConversationMessage] {
        let labels = labels(of: talk)
        return messages(of: talk).filter { $0.message.id > after && $0.message.id < before }.map { said in
            var message = said.message
            message.label = labels[message.id] ?? .private
            return message
        }
    }

    func lastQuestion(_ talk: Talk) -> Int64? {
        messages(of: talk).last { $0.message.message.role == .user }?.message.id
    }

    /// Returns the id that the message has from now on.
    mutating func insert(_ new: ConversationMessage, _ talk: Talk) -> Int64 {
        lastMessage += 1
        var message = new
        message.id = lastMessage
        message.message.toolCallID = new.message.toolCallID?.withoutNUL
        // What it was given and is gone by now holds with the label that it had.
        for (id, then) in new.origin.documents where then > message.label && document(id) == nil {
            message.label = then
        }
        if let given = new.origin.given, let then = new.origin.givenLabel, then > message.label,
            strictest(talk, since: given, before: lastMessage) ?? .public < then
        {
            message.label = then
        }
        message.origin = .init(given: new.origin.given)
        let documents = Set(new.origin.documents.keys.compactMap { document($0)?.number })
        messages[lastMessage] = Said(conversation: talk.number, message: message, documents: documents)
        return lastMessage
    }

    /// What came after messages that go, and was given them, keeps what it has of them.
    ///
    /// - Parameter newer: Messages from here on were not given them.
    mutating func removeMessages(from first: Int64, before end: Int64, _ talk: Talk, newer: Int64 = .max) {
        let all = messages(of: talk)
        let going = all.filter { $0.message.id >= first && $0.message.id < end }
        let strictest = strictest(talk, since: first, before: end) ?? .public
        let sources = going.reduce(into: Set<Int64>()) { $0.formUnion($1.documents) }
        let places = going.reduce(into: Set<String>()) { $0.formUnion($1.places) }
        let later = all.filter { said in
            guard let given = said.message.origin.given, given < end else { return false }
            return said.message.id >= end && said.message.id < newer
        }
        for said in later {
            messages[said.message.id]?.documents.formUnion(sources)
            messages[said.message.id]?.places.formUnion(places)
            messages[said.message.id]?.message.label = max(said.message.label, strictest)
        }
        for said in going { messages[said.message.id] = nil }
        // A boundary behind what is left would hide messages that are still there.
        if let upTo = talks[talk.conversation.id]?.boundary?.upTo, upTo >= first {
            talks[talk.conversation.id]?.boundary = nil
        }
    }
}
