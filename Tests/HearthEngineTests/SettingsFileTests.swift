import Foundation
import HearthCore
import Testing

@testable import HearthEngine

@Suite struct SettingsFileTests {
    private let folder: TemporaryFolder
    private var file: SettingsFile { SettingsFile(folder: folder.url) }

    init() throws { folder = try TemporaryFolder() }

    @Test func filesOfTheFirstVersionAreRead() throws {
        try folder.write(
            "settings.json",
            """
            {
              "contextLength" : 2048,
              "localModel" : "/models/a.gguf",
              "threads" : null
            }
            """)
        let settings = try folder.load().settings
        #expect(settings.localModel == "/models/a.gguf" && settings.contextLength == 2048 && settings.threads == nil)
    }

    @Test func whatIsNotUnderstoodIsReportedAndKept() throws {
        try folder.write("settings.json", #"{"future": {"deep": [1, "a"]}, "threads": 2, "openaiKey": "sk-secret"}"#)
        #expect(try folder.load().unknownKeys == ["future", "openaiKey"])
        try file.set(.mode, to: "local-only")
        try file.unset(.threads)
        let after = try JSONValue(parsing: folder.text("settings.json"))
        let expected: JSONValue = [
            "future": ["deep": [1, "a"]], "openaiKey": "sk-secret", "mode": "localOnly",
        ]
        #expect(after == expected)
    }

    @Test func valuesAreWrittenAsTheirTypes() throws {
        try file.set(.threads, to: "4")
        try file.set(.offline, to: "yes")
        try file.set(.order, to: "local,basic")
        try file.set(.connectTimeout, to: "2.5")
        try file.set(.localModel, to: "/a \"b\".gguf")
        let expected: JSONValue = [
            "threads": 4, "offline": true, "order": ["local", "basic"],
            "connectTimeout": .number(try #require(JSONNumber("2.5"))), "localModel": "/a \"b\".gguf",
        ]
        #expect(try JSONValue(parsing: folder.text("settings.json")) == expected)
        #expect(try folder.load().settings.localModel == "/a \"b\".gguf")
        #expect(try folder.mode("settings.json") == 0o600)
    }

    @Test(arguments: [
        "", "[]", "{", "null", #"{"threads": {"a": 1}}"#, #"{"localModel": "a", "local-model": "b"}"#,
        #"{"order": [1]}"#, String(repeating: "[", count: 40), #"{"mode": "auto"} x"#,
    ])
    func aFileThatIsNotValidIsAnErrorAndIsLeftAlone(_ text: String) throws {
        try folder.write("settings.json", text)
        #expect(failure { _ = try folder.load() }?.code == "bad-settings")
        if (try? JSONValue(parsing: text, maxDepth: 16))?.objectValue == nil {
            #expect(failure { try file.set(.threads, to: "2") }?.code == "bad-settings")
            #expect(try folder.text("settings.json") == text)
        }
    }

    @Test func aHugeFileOrAFolderInItsPlaceIsAnError() throws {
        try folder.write("settings.json", "{\"a\": \"" + String(repeating: "x", count: 1 << 20) + "\"}")
        #expect(failure { _ = try folder.load() } != nil)
        try FileManager.default.removeItem(at: file.url)
        try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: false)
        #expect(failure { _ = try folder.load() } != nil)
    }

    @Test func ofWritersAtOnceNoneLosesAChange() async throws {
        let names: [(SettingKey, String)] = [
            (.threads, "3"), (.mode, "localOnly"), (.offline, "true"), (.redact, "true"), (.openaiModel, "m"),
            (.customModel, "n"), (.contextLength, "512"), (.totalTimeout, "7"),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (key, text) in names {
                group.addTask { [folder] in try SettingsFile(folder: folder.url).set(key, to: text) }
            }
            try await group.waitForAll()
        }
        let settings = try folder.load().settings
        for (key, text) in names { #expect(key.text(in: settings) == text) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(left == ["files.lock", "settings.json"])
    }

    @Test func aLinkToTheFileStaysALink() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("elsewhere"), withIntermediateDirectories: true)
        try folder.write("elsewhere/real.json", "{}")
        try FileManager.default.createSymbolicLink(
            atPath: file.url.path, withDestinationPath: folder.url.path + "/elsewhere/real.json")
        try file.set(.threads, to: "2")
        #expect(try folder.text("elsewhere/real.json").contains("\"threads\": 2"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.url.path).hasSuffix("real.json"))
    }
}
