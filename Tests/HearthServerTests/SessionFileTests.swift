import Foundation
import HearthCore
import HearthHTTP
import Testing

@testable import HearthServer

/// A data folder that goes away with it.
private final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "hearth-sessions-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite struct SessionFileTests {
    /// A record as the file holds it: it can be made by signing in only.
    private func record(_ id: String) throws -> SessionRecord {
        let text = """
            {"id":"\(id)","device":"Firefox on Linux","origin":"http://127.0.0.1:1","createdAt":1,"usedAt":1,"rotatedAt":1,
            "secret":"mac"}
            """
        return try JSONDecoder().decode(SessionRecord.self, from: Data(text.utf8))
    }

    @Test func sessionsAreKeptForTheirOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let file = SessionFile(folder: folder.url)
        #expect(try file.read().isEmpty)
        let kept = try record("one")
        try file.update { $0.append(kept) }
        #expect(try SessionFile(folder: folder.url).read() == [kept])
        let path = folder.url.appending(path: "server-sessions.json").path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    /// `hearth sessions end` changes the file beside a running server.
    @Test func whatAnotherProcessEndsIsSeenAtOnce() throws {
        let folder = try TemporaryFolder()
        let (server, command) = (SessionFile(folder: folder.url), SessionFile(folder: folder.url))
        let (one, two) = (try record("one"), try record("two"))
        try server.update { $0 = [one, two] }
        #expect(try server.read().map(\.id) == ["one", "two"])
        try command.update { $0.removeAll { $0.id == "one" } }
        #expect(try server.read().map(\.id) == ["two"])
        try FileManager.default.removeItem(at: folder.url.appending(path: "server-sessions.json"))
        #expect(try server.read().isEmpty)
    }

    @Test(arguments: ["", "{", "[]", "{\"version\":2,\"sessions\":[]}", "{\"version\":1,\"sessions\":[{}]}"])
    func aFileThatCannotBeReadSignsEverybodyOut(_ text: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: folder.url.appending(path: "server-sessions.json"))
        #expect(try SessionFile(folder: folder.url).read().isEmpty)
    }
}
