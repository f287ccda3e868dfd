import HearthCore
import HearthKnowledge
import HearthModels
import HearthStore
import Synchronization

@testable import HearthHTTP
@testable import HearthServer

/// What the owner does by way of the page, and while others read.
extension LabelWalk {
    /// Calls a document or an entry something, milder or not, as the page does.
    mutating func callThroughAPI() async throws {
        guard let place = place() else { return }
        let label = label()
        if place.hasPrefix("journal:"), Bool.random(using: &random) {
            let id = String(place.dropFirst("journal:".count))
            guard let text = entries[id] else { return }
            _ = try await answer(
                .put, "/api/journal/entries/\(id)", ["text": .string(text), "label": .string(label.rawValue)])
        } else {
            guard let document = try await database.document(atPath: place) else { return }
            _ = try await answer(.patch, "/api/documents/\(document.id)", ["label": .string(label.rawValue)])
        }
        watch.oracle.withLock { $0.call(place, label) }
    }

    /// Gives a conversation another prompt, calls the one that it has something else, or takes it away.
    mutating func changePrompt() async throws {
        let talk = try await talk()
        let label = label()
        let target = "/api/conversations/\(talk)"
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let word = watch.oracle.withLock { $0.newWord() }
            watch.oracle.withLock { $0.say(word, label) }
            _ = try await answer(
                .patch, target, ["systemPrompt": .string("Call it \(word)."), "label": .string(label.rawValue)])
            prompts[talk] = word
        case 1:
            guard let word = prompts[talk] else { return }
            _ = try await answer(.patch, target, ["label": .string(label.rawValue)])
            watch.oracle.withLock { $0.say(word, label) }
        default:
            // What was answered under it is as private as it was called last.
            _ = try await answer(.patch, target, ["systemPrompt": .null])
            prompts[talk] = nil
        }
        let told = try await Reader.$current.withValue(observer) { try await answer(.get, target, nil) }
        watch.look("api GET api/conversations", told, ceiling: .personal)
    }

    /// Has something made that takes a while, to its end, and a program that asks for it.
    mutating func workThroughAPI() async throws {
        let talks = watch.oracle.withLock { $0.contents.keys.filter { $0.hasSuffix(".vtt") }.sorted() }
        var (target, body): (String, JSONValue) = ("/api/journal/rollups", ["level": "week", "again": true])
        if Bool.random(using: &random), let place = pick(talks),
            let document = try await database.document(atPath: place)
        {
            (target, body) = (
                "/api/transcripts/\(document.id)/analysis", ["aspects": ["summary", "tags"], "again": true]
            )
        }
        let begun = try JSONValue(parsing: try await answer(.post, target, body))
        guard let id = begun["id"]?.stringValue else { return }
        _ = try await answer(.get, "/api/jobs/\(id)/events", nil)
        for target in ["/api/jobs/\(id)", "/api/jobs", "/api/journal/periods?level=week"] {
            let told = try await Reader.$current.withValue(observer) { try await answer(.get, target, nil) }
            watch.look("api GET api/jobs", told, ceiling: .personal)
        }
    }

    /// Calls something more or less private while a program and an engine read it. Meanwhile either is allowed; what is read
    /// when both have ended has to be as it was called.
    mutating func race() async throws {
        guard let place = place(), let document = try await database.document(atPath: place) else { return }
        let label = label()
        let talk = try await talk()
        let word = watch.oracle.withLock { $0.newWord() }
        let request = AnswerRequest(
            question: "What is said of the \(topic()) and the \(topic()), as \(word)?",
            filter: SearchFilter(documentIDs: [document.id]), routing: choice(word), maximumPassages: 3)
        let reads: [(HTTPMethod, String, JSONValue?)] = [
            (.get, "/api/documents/\(document.id)/text", nil),
            (.post, "/api/search", ["text": .string("\(topic()) \(topic())")]),
            (.get, "/api/transcripts/\(document.id)", nil),
            (.post, "/api/transcripts/\(document.id)/ask", ["question": .string("What of the \(topic())?")]),
            (.get, "/api/conversations/\(talk)", nil),
        ]
        guard let read = pick(reads) else { return }
        let walk = self
        watch.begin { $0.call(place, label) }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await walk.database.setLabel(label, ofDocument: document.id) }
                group.addTask { try await walk.observe(read) }
                group.addTask {
                    do {
                        _ = try await DocumentChat(library: walk.database, answers: walk.answers)
                            .send(request, inConversation: talk) { _ in }
                    } catch let error as any ReadableError { try LabelWalk.accept(error) }
                }
                try await group.waitForAll()
            }
        } catch {
            watch.end(false)
            throw error
        }
        watch.end(true)
        try await observe(read)
        guard let text = try await database.text(ofDocument: document.id) else { return }
        _ = try await SummaryService(router: router).summarize(
            text, words: 40, routing: RoutingChoice(label: .public, origins: [.document(document.id)]))
    }

    private var observer: Reader { Reader(.api, name: "observer", request: "walk", ceiling: .personal) }

    /// A program reads.
    private func observe(_ read: (method: HTTPMethod, target: String, body: JSONValue?)) async throws {
        do {
            let told = try await Reader.$current.withValue(observer) {
                try await answer(read.method, read.target, read.body)
            }
            watch.look("api race", told, ceiling: .personal)
        } catch let error as any ReadableError { try Self.accept(error) }
    }
}
