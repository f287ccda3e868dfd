import Foundation
import HearthCore
import HearthStore
import Testing

@Suite struct KeyEncryptedFileTests {
    private let folder: URL
    private let store: EncryptedFileSecretStore
    private var file: URL { folder.appending(path: "secrets.json") }
    private var keyFile: URL { folder.appending(path: "secrets-key.key") }

    init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-test-\(UUID().uuidString)/data")
        store = EncryptedFileSecretStore(folder: folder)
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

    private func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? any ReadableError)?.code ?? "\(error)"
        }
    }

    private func entries() throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        return try #require(object?["secrets"] as? [String: String])
    }

    private func write(_ entries: [String: String], version: Int = 1) throws {
        try JSONSerialization.data(withJSONObject: ["version": version, "secrets": entries]).write(to: file)
    }

    @Test func secretsAreSetReplacedAndRemoved() throws {
        defer { cleanUp() }
        #expect(try store.secret(named: "token") == nil)
        try store.removeSecret(named: "token")
        #expect(!FileManager.default.fileExists(atPath: folder.path), "looking made a folder")
        try store.setSecret(Secret("one"), named: "token")
        try store.setSecret(Secret("two"), named: "token")
        try store.setSecret(Secret(""), named: "empty")
        #expect(try store.secret(named: "token") == Secret("two"))
        #expect(try store.secret(named: "empty") == Secret(""))
        #expect(try store.addSecret(Secret("three"), named: "token") == Secret("two"))
        #expect(try store.addSecret(Secret("four"), named: "other") == Secret("four"))
        for name in ["token", "empty", "other", "other"] { try store.removeSecret(named: name) }
        #expect(try store.secret(named: "token") == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        for name in ["../x", "", "A", "a b", "-a", String(repeating: "a", count: 65)] {
            #expect(failure { try store.setSecret(Secret("x"), named: name) } == "secret-store", "\(name)")
        }
    }

    @Test func nothingIsReadableInTheFile() throws {
        defer { cleanUp() }
        let text = "sk-planted-0123456789"
        try store.setSecret(Secret(text), named: "token")
        let before = try Data(contentsOf: file)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let data = try Data(contentsOf: folder.appending(path: name))
            #expect(
                data.range(of: Data(text.utf8)) == nil && data.range(of: Data(text.utf8).base64EncodedData()) == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            #expect(mode[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        // A fresh nonce each time: equal secrets must not be seen to be equal.
        try store.setSecret(Secret(text), named: "token")
        #expect(try Data(contentsOf: file) != before)
    }

    @Test func anEntryUnderAnotherNameDoesNotOpen() throws {
        defer { cleanUp() }
        try store.setSecret(Secret("for the one"), named: "one")
        try store.setSecret(Secret("for the other"), named: "other")
        let entries = try entries()
        try write(["one": try #require(entries["other"]), "other": try #require(entries["one"])])
        #expect(failure { _ = try store.secret(named: "one") } == "secret-store")
        try write(entries)
        #expect(try store.secret(named: "one") == Secret("for the one"))
    }

    @Test func everyChangedBitIsNoticed() throws {
        defer { cleanUp() }
        try store.setSecret(Secret("token"), named: "one")
        let entry = try #require(try entries()["one"])
        let box = try #require(Data(base64Encoded: entry))
        for bit in 0..<box.count * 8 {
            var changed = box
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            try write(["one": changed.base64EncodedString()])
            #expect(failure { _ = try store.secret(named: "one") } == "secret-store", "bit \(bit)")
        }
        for count in 0..<box.count {
            try write(["one": box.prefix(count).base64EncodedString()])
            #expect(failure { _ = try store.secret(named: "one") } == "secret-store", "\(count) bytes")
        }
    }

    @Test func aFileThatIsNotOursIsAnErrorAndIsLeftAlone() throws {
        defer { cleanUp() }
        try store.setSecret(Secret("token"), named: "one")
        for text in ["", "{", "[]", #"{"version":1,"secrets":{"one":"***"}}"#, String(repeating: "[", count: 10_000)] {
            try Data(text.utf8).write(to: file)
            #expect(failure { _ = try store.secret(named: "one") } == "secret-store", "\(text.prefix(20))")
            #expect(failure { try store.setSecret(Secret("x"), named: "two") } == "secret-store", "\(text.prefix(20))")
            #expect(try Data(contentsOf: file) == Data(text.utf8))
        }
        try write([:], version: 2)
        #expect(failure { _ = try store.secret(named: "one") } == "newer-schema")
        #expect(failure { try store.setSecret(Secret("x"), named: "two") } == "newer-schema")
    }

    @Test func noNewKeyIsMadeBesideSecretsUnderALostOne() throws {
        defer { cleanUp() }
        try store.setSecret(Secret("token"), named: "one")
        let key = try Data(contentsOf: keyFile)
        try FileManager.default.removeItem(at: keyFile)
        #expect(failure { _ = try store.secret(named: "one") } == "missing-key")
        #expect(failure { try store.setSecret(Secret("x"), named: "two") } == "missing-key")
        #expect(!FileManager.default.fileExists(atPath: keyFile.path))
        // Put back, all is as before; without it, removing is the way out.
        try key.write(to: keyFile)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keyFile.path)
        #expect(failure { _ = try store.secret(named: "one") } == "key-permissions")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile.path)
        #expect(try store.secret(named: "one") == Secret("token"))
        try FileManager.default.removeItem(at: keyFile)
        try store.removeSecret(named: "one")
        try store.setSecret(Secret("again"), named: "one")
        #expect(try store.secret(named: "one") == Secret("again"))
    }

    @Test func ofWritersAtOnceNoneLosesASecret() async throws {
        defer { cleanUp() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask { [folder] in
                    let store = EncryptedFileSecretStore(folder: folder)
                    try store.setSecret(Secret("value \(number)"), named: "name-\(number)")
                    _ = try store.addSecret(Secret("\(number)"), named: "shared")
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<24 { #expect(try store.secret(named: "name-\(number)") == Secret("value \(number)")) }
        #expect(try store.secret(named: "shared") != nil)
    }

    @Test func thereIsAMostOfEverything() throws {
        defer { cleanUp() }
        #expect(failure { try store.setSecret(.random(count: 65_537), named: "large") } == "secret-store")
        try store.setSecret(.random(count: 65_536), named: "large")
        let many = Dictionary(uniqueKeysWithValues: (0..<200).map { ("name-\($0)", "") })
        try write(many)
        #expect(failure { try store.setSecret(Secret("x"), named: "one-more") } == "secret-store")
    }
}
