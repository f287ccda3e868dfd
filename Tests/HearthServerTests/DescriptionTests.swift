import Foundation
import HearthCore
import HearthEngine
import HearthModels
import HearthRegistry
import HearthSchema
import Testing

@testable import HearthHTTP
@testable import HearthServer

/// `openapi.json` and what it is made of.
@Suite("The description of the interface")
struct DescriptionTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CPage/page/openapi.json")

    @Test func `The file is what the types and operations say`() throws {
        let text = try Wire.description.text()
        if ProcessInfo.processInfo.environment["HEARTH_TEST_WRITE_DESCRIPTION"] != nil {
            try Data(text.utf8).write(to: Self.file)
        }
        // A comparison of two texts of this length would be printed with both of them.
        let isCurrent = try String(contentsOf: Self.file, encoding: .utf8) == text
        #expect(isCurrent, "openapi.json is of another time; scripts/openapi writes it anew")
    }

    @Test func `Every route of the interface is an operation of the description, and the other way round`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-described-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = Secret("a-token-for-tests-only-0123456789")
        let access = AccessGuard(
            hosts: [], token: AccessToken(secret), sessions: SessionBook(store: MemorySessionStore(), token: secret),
            isEncrypted: false)
        let hearth = try Hearth(folder: folder)
        let accounts = AccountRoutes(
            people: hearth.people, isInFolders: { true }, close: { _ in }, mayHaveLibrary: { _ in false },
            removeLibrary: { _ in })
        let routes =
            HearthServer.routes(hearth) + accounts.routes + SessionRoutes(access: access, version: "1").routes
            + SignInProviderRoutes(hearth: hearth, people: hearth.people).routes
        let described = Wire.description.operations
        #expect(Set(described.map(\.id)).count == described.count)
        let own = routes.filter { $0.pattern.hasPrefix("/api/") || $0.pattern == "/sign-in" }
        // Ollama's interface has fixed paths beside ours, and is described by others.
        let served = own.filter { !OllamaRoutes.paths.contains($0.pattern) }
        #expect(own.count - served.count == OllamaRoutes.paths.count)
        #expect(described.allSatisfy { !OllamaRoutes.paths.contains($0.path) })
        // The file itself is served as an asset of the page, where the page is part of the build.
        let ids = served.compactMap(\.operation)
        #expect(Set(ids) == Set(described.map(\.id)).subtracting(["getDescription"]))
        #expect(ids.count == Set(ids).count)
        #expect(served.filter { $0.operation == nil }.allSatisfy { $0.pattern == "/api/openapi.json" })
        for route in served {
            guard let operation = described.first(where: { $0.id == route.operation }) else { continue }
            #expect(route.method == operation.method && route.pattern == operation.path, "\(operation.id)")
            #expect(route.bodyLimit == operation.bodyLimit, "\(operation.id)")
        }
    }

    @Test func `A failure of a kind that an operation names has the status under which it is described`() throws {
        for operation in Wire.description.operations {
            let told = ErrorResponse.all(of: operation, hasParameters: true).map(\.status)
            for kind in operation.kinds { #expect(told.contains(String(kind.status.code)), "\(operation.id) \(kind)") }
        }
    }

    @Test func `A model is one object: what is known of it, and what it is on this machine`() throws {
        let manifest = ModelManifest(id: "a", name: "A", modality: .embedding, format: .gguf)
        let here = Wire.Model.LocalState(
            installed: true, path: nil, partialBytes: nil, origin: "user",
            fit: Wire.Fit(memory: "fits", disk: "fits", estimate: nil, reason: "There is room."), inUse: false,
            removable: false, recommended: nil, job: nil, estimatedBytes: 7)
        let model = try #require(try Wire.Model(ModelSummary(manifest), here: here).json().objectValue)
        #expect(model["id"]?.stringValue == "a" && model["modality"]?.stringValue == "embedding")
        #expect(model["installed"]?.boolValue == true && model["estimatedBytes"]?.numberValue?.intValue == 7)
        #expect(model["bytes"] == .null && model["path"] == .null)
        var components = WireComponents()
        let described = try #require(try Wire.Model.shape(&components)["properties"]?.objectValue)
        #expect(Set(described.keys) == Set(model.keys).union(["stopSequences", "languages"]))
        #expect(!model.keys.contains("languages"), "it is left out where nothing is known")
    }

    @Test func `What an answer has not is null or left out, as its type says`() throws {
        let decision = RoutingDecision(task: .chat, engine: .basic, model: "", reason: "Nothing else is there.")
        let route = try Wire.Route(decision).json()
        #expect(route["host"] == .null && route["ledgerRecord"] == .null && route["onDevice"] == true)
        let job = try Wire.Job(
            id: "1", kind: "ingest", state: "running", title: "a", createdAt: Date(timeIntervalSince1970: 0),
            canPause: false, progress: Wire.Progress(fraction: 1, done: 2)
        ).json()
        #expect(job["subject"] == .null && job["createdAt"] == "1970-01-01T00:00:00Z" && job["error"] == nil)
        #expect(job["progress"]?.description == #"{"fraction":1,"done":2}"#)
    }

    @Test func `Values of the library are written as the command prints them`() throws {
        struct Found: Encodable {
            var parts = 3
            var note: String?
            var at = Date(timeIntervalSince1970: 0)
        }
        let value = try Encoded<Wire.Coverage>(Found()).json()
        #expect(value["parts"] == 3 && value["note"] == nil && value["at"] == "1970-01-01T00:00:00Z")
    }
}
