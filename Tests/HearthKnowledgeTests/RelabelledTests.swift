import Foundation
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// What is called private after it was talked about stays here from then on.
@Suite struct RelabelledTests {
    private let library = MemoryLibrary()
    private let remote = ScriptedModel(engine: .custom, host: "far.test") { _ in
        .text("The heron lives in the marsh [1].")
    }
    private let local = ScriptedModel(engine: .local) { _ in .text("It does [1].") }
    private let samples = SampleDocuments()

    private var router: ModelRouter {
        let consent = Consent(
            id: "1", engine: .custom, host: "far.test", task: nil, grantedAt: Date(timeIntervalSince1970: 0))
        let context = RoutingContext(
            models: [remote, local], policy: RoutingPolicy(order: [.custom, .local], consents: [consent]))
        return ModelRouter(configuration: .init(ledger: library, labels: library)) { context }
    }

    private func ask(_ question: String, _ talk: String) async throws {
        let answers = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil), router: router, embedder: nil)
        _ = try await DocumentChat(library: library, answers: answers)
            .send(AnswerRequest(question: question), inConversation: talk) { _ in }
    }

    @Test func aConversationThatQuotedItStaysHereFromTheNextTurnOn() async throws {
        let document = samples.document(1, words: ["heron", "marsh"])
        let id = try await library.replaceSource(samples.source("/a", of: document), with: document).documentID
        let talk = try await library.createConversation().id
        try await ask("heron marsh?", talk)
        #expect(remote.requests.count == 1)

        try await library.setLabel(.private, ofDocument: id)
        // Nothing is found for this, and yet the history says what the document said.
        try await ask("zebra?", talk)
        _ = try await ChatService(library: library, router: router)
            .send(ChatRequest(conversationID: talk, text: "Go on.")) { _ in }
        #expect(remote.requests.count == 1)
        #expect(local.requests.allSatisfy { $0.label == .private } && !local.requests.isEmpty)
        let labels = try await library.messages(ofConversation: talk).filter { $0.message.role == .assistant }.map(
            \.label)
        #expect(labels.first == .private && labels.last == .private)

        // Its owner lowers it: what was only private for its sake may leave again.
        try await library.setLabel(.personal, ofDocument: id)
        try await ask("heron marsh?", talk)
        #expect(remote.requests.count == 2)
    }

    @Test func aLabelThatRisesDuringTheWorkHoldsForTheNextRequest() async throws {
        let document = samples.document(1)
        let id = try await library.replaceSource(samples.source("/a", of: document), with: document).documentID
        let request = RoutingChoice(engine: .custom, origins: [.document(id)]).request(.summarize)
        let error = await #expect(throws: RoutingError.self) {
            try await router.run(request) { [library] route in
                _ = try await route.model.response(to: ModelRequest(task: .summarize, messages: [Message(.user, "1")]))
                try await library.setLabel(.private, ofDocument: id)
                _ = try await route.model.response(to: ModelRequest(task: .summarize, messages: [Message(.user, "2")]))
            }
        }
        #expect(error?.code == "refused-by-policy")
        #expect(remote.requests.map { $0.messages.last?.content } == ["1"])
        // From then on it is not even begun.
        await #expect(throws: RoutingError.self) { _ = try await router.route(request) }
    }

    @Test func aTextIsAsPrivateAsItsOriginsWhateverItsCallerSays() async throws {
        let document = samples.document(1)
        let id = try await library.replaceSource(samples.source("/a", of: document), with: document).documentID
        try await library.setLabel(.private, ofDocument: id)
        let choice = RoutingChoice(label: .public, origins: [.document(id)])
        _ = try await SummaryService(router: router).summarize("A text.", words: 20, routing: choice)
        #expect(remote.requests.isEmpty && local.requests.count == 1)
        #expect(try await router.viewers(of: .private).map(\.engine) == [.local])
        #expect(try await router.viewers(of: .personal).map(\.engine) == [.custom, .local])
    }
}
