import Foundation
import HearthCore
import HearthKnowledge
import Testing

@testable import HearthEngine

/// The rule stands where the thing is done, and not where it is asked for: so a way in of which nobody thought is none.
@Suite struct OwnersActTests {
    private typealias Act = (what: String, work: @Sendable (Hearth) async throws -> Void)

    private static let acts: [Act] = [
        ("a setting", { try $0.environments.current.editor.set(.redact, to: "false") }),
        ("a setting taken out", { _ = try $0.environments.current.editor.unset(.redact) }),
        ("settings of a model", { try ModelSettingsFile(folder: $0.folder).reset("some-model") }),
        ("all settings", { try SettingsFile(folder: $0.folder).remove() }),
        ("an environment's setting", { try OwnersActTests.registry($0).set(.offline, to: "false", in: "production") }),
        (
            "an environment",
            { try OwnersActTests.registry($0).add(DeploymentEnvironment(name: "theirs", dataFolder: "/tmp/theirs")) }
        ),
        ("one less", { try OwnersActTests.registry($0).remove("production") }),
        ("the next start", { try OwnersActTests.registry($0).use("production") }),
        ("the change", { try $0.environments.use("production") }),
        ("a key", { try KeyVault($0.environments.current).set(Secret("sk-of-a-program"), for: .openai) }),
        ("no key", { _ = try KeyVault($0.environments.current).remove(.openai) }),
        ("a key that is shown", { _ = try await $0.privacy.validateKey(of: .openai) }),
        ("a consent", { _ = try await $0.privacy.grant(to: .openai) }),
        (
            "an endpoint",
            { hearth in
                let url = try #require(URL(string: "https://theirs.example/v1"))
                try await hearth.endpoints.set("theirs", to: NamedEndpoint(baseURL: url))
            }
        ),
        ("an endpoint less", { _ = try await $0.endpoints.remove("theirs") }),
        ("a look at an endpoint", { _ = try await $0.endpoints.test("theirs") }),
        ("a server of tools", { try await $0.tools.set("theirs", to: ToolServer(.program(ToolProgram("/bin/sh")))) }),
        ("a server less", { _ = try await $0.tools.remove("theirs") }),
        ("a look at a server", { _ = try await $0.tools.test("theirs") }),
        ("a call", { _ = try await $0.tools.call("a", of: "theirs", arguments: "{}") }),
        ("a list of feeds", { _ = try await $0.feeds.list() }),
        ("what a feed has", { _ = try await $0.feeds.feed(named: "theirs") }),
        ("a feed", { _ = try await $0.feeds.add("https://theirs.example/feed") }),
        ("a look at feeds", { _ = try await $0.feeds.refresh() }),
        ("a feed less", { _ = try await $0.feeds.remove("theirs") }),
        ("a page", { _ = try await $0.feeds.clip("https://theirs.example/?q=everything") }),
        ("a recording", { _ = try await $0.feeds.fetch("theirs") { _ in } }),
        ("a list of folders", { _ = try await $0.folders.list() }),
        ("a folder", { _ = try await $0.folders.add(FolderAddition(path: "/tmp")) }),
        ("another label for a folder", { _ = try await $0.folders.change("theirs", FolderChange(label: .public)) }),
        ("a look at folders", { _ = try await $0.folders.refresh() }),
        ("files of a folder", { _ = try await $0.folders.files(of: "theirs") }),
        ("folders that are followed", { _ = try await $0.folders.watch() }),
        ("documents of a folder less", { _ = try await $0.folders.removeDocuments(of: "theirs", in: [.gone]) }),
        ("a folder less", { _ = try await $0.folders.remove("theirs") }),
        ("who is who", { _ = try await $0.journal.correctPeople { _ in } }),
        ("a library", { _ = try await $0.models.library() }),
        ("a look at a file", { _ = try await $0.models.inspect(.file("/etc/passwd")) }),
        ("a choice", { _ = try await $0.models.use("some-model") }),
        ("a model less", { _ = try await $0.models.remove("some-model") }),
        ("another name", { try await $0.models.setAlias("gpt-4o", to: "custom") }),
        ("a backup", { try await $0.data.backUp(to: URL(fileURLWithPath: "/tmp/theirs.backup")) }),
        ("the key", { try await $0.data.writeKey(to: URL(fileURLWithPath: "/tmp/theirs.key")) }),
        ("an export", { _ = try await $0.data.export(to: URL(fileURLWithPath: "/tmp/theirs", isDirectory: true)) }),
        ("a backup put back", { try await $0.data.restore(from: URL(fileURLWithPath: "/tmp/theirs.backup")) }),
        ("a library packed", { _ = try await $0.data.pack(under: "seven quiet hornbeams") }),
        (
            "a library unpacked",
            { _ = try await $0.data.unpack(URL(fileURLWithPath: "/tmp/theirs"), under: "seven quiet hornbeams") }
        ),
        ("the end", { _ = try await $0.data.deleteEverything() }),
    ]

    private static func registry(_ hearth: Hearth) -> EnvironmentRegistry { EnvironmentRegistry(folder: hearth.folder) }

    /// Also of one that may read everything.
    @Test(arguments: [Reader.Interface.api, .mcp]) func noProgramDoesWhatIsItsOwners(by interface: Reader.Interface)
        async throws
    {
        let folder = try TemporaryFolder()
        let hearth = try Hearth(folder: folder.url)
        for act in Self.acts {
            do {
                try await Reader.$current.withValue(Reader(interface, ceiling: .private)) { try await act.work(hearth) }
                Issue.record("a program got \(act.what)")
            } catch {
                #expect((error as? EngineError)?.reason == .ownerOnly, "\(act.what): \(error)")
            }
        }
        await hearth.shutdown()
    }

    @Test func itsOwnerDoesAsBefore() async throws {
        let folder = try TemporaryFolder()
        let hearth = try Hearth(folder: folder.url)
        try hearth.environments.current.editor.set(.threads, to: "2")
        try hearth.environments.reload()
        #expect(hearth.settings.threads == 2)
        try hearth.environments.current.editor.set(.customURL, to: "https://one.example/v1")
        try hearth.environments.current.editor.set(.customModel, to: "one")
        try hearth.environments.reload()
        _ = try await hearth.privacy.grant(to: .custom)
        #expect(try await hearth.privacy.consents().count == 1)
        await hearth.shutdown()
    }

    /// Work goes on as what resumed it, and a program's would end it for good.
    @Test func aDownloadThatItsOwnerPausedStaysThat() async throws {
        let jobs = Hearth.Jobs()
        let job = await jobs.start(.download, title: "a model") { _ in try await Task.sleep(for: .seconds(86_400)) }
        _ = try await jobs.pause(job.id)
        let error = await #expect(throws: EngineError.self) {
            try await Reader.$current.withValue(Reader(.api, ceiling: .private)) { _ = try await jobs.resume(job.id) }
        }
        #expect(error?.reason == .ownerOnly)
        #expect(try await jobs.job(job.id).state == .paused)
    }

    /// It changes nothing, and other processes may have written.
    @Test func aProgramsRequestReadsTheSettingsAgain() throws {
        let folder = try TemporaryFolder()
        let hearth = try Hearth(folder: folder.url)
        #expect(hearth.settings.threads == nil)
        try SettingsFile(folder: folder.url).set(.threads, to: "2")
        try Reader.$current.withValue(Reader(.api, ceiling: .personal)) { _ = try hearth.environments.reload() }
        #expect(hearth.settings.threads == 2)
    }
}
