import Foundation
import HearthCore
import HearthSchema
import HearthTesting
import Synchronization
import Testing

@testable import HearthModels

/// Events of an engine go to their reader as fast as it takes them, from the connection on.
@Suite struct EventPathTests {
    /// Sends an answer in many pieces, each when it is asked for, and counts them.
    private final class PulledTransport: HTTPTransport {
        static let count = 400
        private let taken = Mutex(0)

        var pulled: Int { taken.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try await request.mayLeave?()
            return HTTPResponse(
                status: 200, headers: [("content-type", "text/event-stream")],
                body: HTTPBody { [self] in
                    let number = taken.withLock { taken in
                        taken += 1
                        return taken
                    }
                    let piece =
                        switch number {
                        case ...Self.count: #"{"choices":[{"index":0,"delta":{"content":"w\#(number) "}}]}"#
                        case Self.count + 1: #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#
                        case Self.count + 2: "[DONE]"
                        default: ""
                        }
                    return piece.isEmpty ? nil : Array("data: \(piece)\n\n".utf8)
                })
        }
    }

    private static func request() -> ModelRequest { ModelRequest(task: .chat, messages: [Message(.user, "Hi")]) }

    /// Lets others work, often enough for an engine that waits for nobody to run far ahead.
    private func letOthersWork() async { for _ in 0..<300 { await Task.yield() } }

    private static func router(_ transport: PulledTransport) -> ModelRouter {
        ModelRouter([OpenAIModel(modelID: "gpt-4o-mini", transport: transport, key: { Secret("sk-test-4fb1c0a9") })])
    }

    @Test("A slow reader slows the connection of a remote engine, and loses nothing")
    func slowReader() async throws {
        let transport = PulledTransport()
        var read = 0
        var text = ""
        for try await event in Self.router(transport).respond(to: Self.request()) {
            guard case .event(.text(let piece)) = event else { continue }
            text += piece
            read += 1
            if read <= 20 {
                await letOthersWork()
                // One waits for the reader, one for room; the reader of the connection may hold the next.
                #expect(transport.pulled <= read + 3)
            }
        }
        #expect(text == (1...PulledTransport.count).map { "w\($0) " }.joined())
    }

    @Test("Who leaves in the middle ends the reading of the connection, and the ledger has it as cancelled")
    func leaving() async throws {
        let transport = PulledTransport()
        let ledger = MemoryLedger()
        let model = OpenAIModel(modelID: "gpt-4o-mini", transport: transport, key: { Secret("sk-test-4fb1c0a9") })
        for try await event in ModelRouter([model], ledger: ledger).respond(to: Self.request()) {
            if case .event(.text) = event { break }
        }
        await ledger.holds(2)
        #expect(await ledger.entries.last?.errorCode == "cancelled")
        #expect(transport.pulled < 10)
    }

    @Test("What a reader throws is the error of the request, and no reason to ask another engine")
    func readerThatFails() async throws {
        struct Full: ReadableError {
            let code = "disk-full"
            let kind = HearthCore.Failure.Kind.unavailable
            let message = "There is no space left."
        }
        let (first, second) = (ScriptedEngine(.local, pieces: ["a", "b"]), ScriptedEngine(.apple))
        await #expect(throws: Full.self) {
            try await ModelRouter([first, second]).respond(to: prompt()).forEach { event in
                if case .event(.text) = event { throw Full() }
            }
        }
        #expect(first.requests.count + second.requests.count == 1)
    }

    @Test("A decision asks for the labels of its origins once, and each request once more")
    func labelsAreAskedOnce() async throws {
        final class Counting: LabelSource {
            let count = Mutex(0)
            func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? {
                try await label(of: origins, gone: .private)
            }
            func label(of origins: Set<LabelOrigin>, gone: SensitivityLabel) async throws -> SensitivityLabel? {
                count.withLock { $0 += 1 }
                return .personal
            }
        }
        let labels = Counting()
        let router = ModelRouter(
            models: [ScriptedEngine(.local)], configuration: .init(ledger: MemoryLedger(), labels: labels))
        var routing = RoutingRequest(task: .chat)
        routing.origins = [.document("d")]
        let route = try await router.route(routing)
        #expect(labels.count.withLock { $0 } == 1)
        _ = try await route.model.response(to: prompt())
        #expect(labels.count.withLock { $0 } == 2)
        _ = try await router.explain(routing)
        #expect(labels.count.withLock { $0 } == 3)
    }
}
