import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthRegistry

/// Models that strangers offer: what is asked of the hub, and what is believed of its answers.
@Suite struct HubSearchTests {
    private let transport = ScriptedTransport()
    private let ledger = MemoryLedger()

    private var hub: HubSearch {
        HubSearch(
            connection: ModelConnection(transport: transport, ledger: ledger),
            machine: MachineFacts(memory: 8 << 30, availableMemory: 6 << 30, freeDisk: 100 << 30, cores: 4))
    }

    @Test func whatIsLookedForGoesToTheHubAloneAndIntoTheLedger() async throws {
        transport.queue(
            .init(
                """
                [{"id": "ada/Small-GGUF", "downloads": 12, "likes": 3, "tags": ["gguf", "license:apache-2.0"], "gated": false,
                  "lastModified": "2026-03-01T10:00:00.000Z"},
                 {"id": "ada/Gated-GGUF", "gated": "manual"}, {"id": "../../etc/passwd"}, {"id": "no-owner"}]
                """))
        let found = try await hub.models(matching: "small chat & more", limit: 5)
        #expect(found.map(\.name) == ["ada/Small-GGUF", "ada/Gated-GGUF"])
        #expect(
            found.first?.licence == "apache-2.0" && found.first?.changed == "2026-03-01"
                && found.first?.isGated == false)
        #expect(found.last?.isGated == true && found.last?.downloads == 0)
        let request = try #require(transport.requests.first)
        #expect(request.url.host() == "huggingface.co" && request.url.scheme == "https" && !request.followsRedirects)
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        #expect(query.contains(URLQueryItem(name: "search", value: "small chat & more")))
        #expect(query.contains(URLQueryItem(name: "filter", value: "gguf")))
        #expect(ledger.entries.contains { $0.host == "huggingface.co" })
    }

    @Test func theFilesOfAModelAreListedWithTheirFit() async throws {
        let hash = String(repeating: "ab", count: 32)
        transport.queue(
            .init(
                """
                [{"type": "directory", "path": "parts"}, {"type": "file", "path": "README.md", "size": 10},
                 {"type": "file", "path": "large-F16.gguf", "size": 134, "lfs": {"oid": "\(hash)", "size": 90000000000}},
                 {"type": "file", "path": "small-Q4_K_M.gguf", "size": 134, "lfs": {"oid": "nonsense", "size": 1000000000}},
                 {"type": "file", "path": "parts/huge-Q8_0-00001-of-00003.gguf", "size": 5},
                 {"type": "file", "path": "mmproj-model-f16.gguf", "size": 5}, {"type": "file", "path": "empty.gguf", "size": 0}]
                """))
        let (files, leftOut) = try await hub.files(of: "ada/Small-GGUF")
        #expect(files.map(\.path) == ["small-Q4_K_M.gguf", "large-F16.gguf"])
        #expect(files.map(\.quantization) == ["Q4_K_M", "F16"])
        #expect(files.map(\.sha256) == [nil, hash])
        #expect(files.map(\.fit.memory) == [.fits, .tooLarge])
        #expect(files.first?.url == "https://huggingface.co/ada/Small-GGUF/resolve/main/small-Q4_K_M.gguf")
        #expect(leftOut == 3)
    }

    @Test(arguments: ["", "one", "a/b/c", "../x/y", "a/..", "a/b?c", "a/b#c", "a%2Fb/c", "-a/b", "a b/c", "ä/b"])
    func whatIsNoNameOfARepositoryIsNotAskedFor(name: String) async throws {
        await #expect(throws: RegistryError.self) { try await hub.files(of: name) }
        #expect(transport.requests.isEmpty && ledger.entries.isEmpty)
    }

    @Test(arguments: [(200, "<html>"), (200, #"{"error": "no"}"#), (500, "[]"), (302, "[]"), (404, "[]")])
    func anAnswerThatIsNoListIsAnErrorThatSaysSo(status: Int, body: String) async throws {
        transport.queue(.init(status: status, body))
        let error = await #expect(throws: RegistryError.self) { try await hub.models(matching: "x") }
        #expect(error?.message.contains("huggingface.co") == true)
    }
}
