import HearthCore
import HearthExtractive
import HearthSystem
import HearthText

// Where the open or the done items of a list with boxes are asked for: "Which tasks are open?"

extension AnswerService {
    private static let mostItems = 20
    /// What is looked for beside the question, which has hardly a word that such a list has.
    private static let listWords = "to-do list, tasks"
    /// Documents of which it is said that they have boxes, too.
    private static let mostOthers = 3

    /// The items of a list with boxes that are asked for, where one is among what is found; `nil` for any other question, where there is none,
    /// and where the journal says what is to be done.
    func ofBoxes(_ followUp: FollowUp, _ request: AnswerRequest) async throws -> Sought? {
        guard !request.filter.isOfChunks, let asked = CheckedItemsQuestion(followUp.question) else { return nil }
        if TaskQuestion.isOne(followUp.question), try await ofDays(followUp, request)?.gist != nil { return nil }
        var found: [Passage] = []
        for text in [followUp.question, Self.listWords] {
            found += try await search(FollowUp(text, history: []), request).passages
        }
        let listing = found.filter { !JournalDay.isEntry($0.path) && !CheckBox.all(in: $0.text).isEmpty }
        var chosen = listing.first { Self.isMeant([$0.title ?? "", $0.path] + $0.headings, asked) }?.documentID
        // Hardly a word of the question stands in such a list; its name tells it.
        if chosen == nil { chosen = try await boxes(called: asked, request) }
        if chosen == nil, asked.topic.isEmpty { chosen = listing.first?.documentID }
        guard let meant = chosen, let gist = try await items(of: meant, asked) else { return nil }
        var passages: [Passage] = []
        for sentence in gist.sentences where !passages.contains(where: { $0.chunkID == sentence.passage.chunkID }) {
            passages.append(sentence.passage)
        }
        for place in passages.indices { passages[place].score = 1 / Double(place + 1) }
        var sought = Sought(
            followUp: followUp, found: SearchResponse(passages: passages, notes: []), gist: gist)
        var others: [String] = []
        for passage in listing where passage.documentID != meant {
            let name = PlainText.line(passage.title ?? passage.path)
            if !others.contains(name) { others.append(name) }
        }
        if asked.topic.isEmpty, !others.isEmpty {
            let some = others.prefix(Self.mostOthers).map { "“\($0)”" }.joined(separator: ", ")
            let more = others.count > Self.mostOthers ? " …" : "."
            sought.gist?.notes.append("Boxes stand in other documents, too: \(some)\(more)")
        }
        return sought
    }

    /// Documents whose names are looked at, and of those that may be meant how many are read.
    private static let mostCalled = 20_000
    private static let mostRead = 5

    /// A document that is called a list of what is to be done, or as the question calls it, and has boxes.
    private func boxes(called asked: CheckedItemsQuestion, _ request: AnswerRequest) async throws -> String? {
        var filter = request.filter
        filter.withoutJournal = true
        let documents = try await library.documents(matching: filter, limit: Self.mostCalled, offset: 0)
        let called = documents.filter { Self.isMeant([$0.title ?? "", $0.presentPath ?? ""], asked) }
        for document in called.prefix(Self.mostRead) {
            let text = try await library.content(ofDocument: document.id)?.text
            if let text, !CheckBox.all(in: text).isEmpty { return document.id }
        }
        return nil
    }

    /// Whether a title, a path or a heading is that of a list of what is to be done, or says what the list is of that is asked for.
    private static func isMeant(_ names: [String], _ asked: CheckedItemsQuestion) -> Bool {
        let names = names.map { ($0.split(separator: "/").last ?? "").lowercased() }
        guard asked.topic.isEmpty else { return asked.isOfTopic(names) }
        return names.contains { name in listNames.contains(where: name.contains) }
    }

    private static let listNames = [
        "to-do", "to do", "todo", "to_do", "tasks", "checklist", "aufgaben", "tâches", "tareas",
    ]

    private func items(of document: String, _ asked: CheckedItemsQuestion) async throws -> Gist? {
        guard let stored = try await library.document(id: document),
            let text = try await library.content(ofDocument: document)?.text
        else { return nil }
        let passages = try await library.chunks(ofDocument: document).sorted { $0.chunk.span < $1.chunk.span }
            .map { Self.passage($0, of: stored) }
        guard let first = passages.first else { return nil }
        var all = CheckBox.all(in: text).map { box in
            (box: box, passage: passages.last { $0.span.start <= box.line.start } ?? first)
        }
        // "What do I have to do this week?", and a heading says "This week".
        let headings = Set(all.flatMap { $0.passage.headings }.filter(asked.names))
        for heading in headings.sorted() {
            let below = all.filter { $0.passage.headings.contains(heading) }
            if below.count < all.count, below.contains(where: { $0.box.state == asked.state }) {
                all = below
                break
            }
        }
        let wanted = all.filter { $0.box.state == asked.state }
        guard !wanted.isEmpty else { return nil }
        let sentences = wanted.prefix(Self.mostItems).compactMap { item -> Gist.Sentence? in
            guard let words = text.text(in: item.box.words), let quote = text.text(in: item.box.line) else {
                return nil
            }
            return Gist.Sentence(
                span: item.box.line, quote: quote,
                shown: item.box.told(PlainText.line(words)), passage: item.passage)
        }
        let name = PlainText.line(stored.title ?? stored.presentPath ?? "")
        let verb = wanted.count == 1 ? "is" : "are"
        var notes = ["\(wanted.count) of \(all.count) items with boxes in “\(name)” \(verb) \(asked.state.rawValue)."]
        if wanted.count > sentences.count { notes.append("These are the first \(sentences.count) of them.") }
        return Gist(sentences: sentences, notes: notes, isList: sentences.count > 1)
    }
}
