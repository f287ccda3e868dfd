import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct KeyTests {
    private let store: TemporaryStore
    private let secrets: KeyFileSecretStore

    init() throws {
        store = try TemporaryStore()
        secrets = KeyFileSecretStore(folder: store.folder)
    }

    private var files: StoreFiles { StoreFiles(folder: store.folder) }
    private var keyFile: URL { secrets.file(named: DatabaseKey.name) }

    @Test func aKeyIsMadeOnceAndKept() throws {
        let key = try DatabaseKey.loadOrCreate(in: secrets, for: files)
        #expect(key.count == 32)
        #expect(try DatabaseKey.loadOrCreate(in: secrets, for: files) == key)
        #expect(try FileManager.default.attributesOfItem(atPath: keyFile.path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path) == ["database-key.key"])
    }

    @Test func noKeyIsMadeBesideADatabase() async throws {
        try HearthDatabase(.init(folder: store.folder, key: DatabaseKey.loadOrCreate(in: secrets, for: files))).close()
        try secrets.removeSecret(named: DatabaseKey.name)
        #expect(await code { _ = try DatabaseKey.loadOrCreate(in: secrets, for: files) } == "missing-key")
        #expect(!FileManager.default.fileExists(atPath: keyFile.path))
    }

    @Test func aKeyFileThatOthersCanReadIsRefused() async throws {
        _ = try DatabaseKey.loadOrCreate(in: secrets, for: files)
        for mode in [0o640, 0o604, 0o620] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keyFile.path)
            do {
                _ = try DatabaseKey.load(from: secrets)
                Issue.record("mode \(mode) was accepted")
            } catch let error as StoreError {
                #expect(error.code == "key-permissions")
                #expect(error.message.contains(keyFile.path))
            }
        }
    }

    @Test func aLinkOrADamagedKeyIsRefused() async throws {
        _ = try DatabaseKey.loadOrCreate(in: secrets, for: files)
        let moved = store.folder.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: keyFile, to: moved)
        try FileManager.default.createSymbolicLink(at: keyFile, withDestinationURL: moved)
        #expect(await code { _ = try DatabaseKey.load(from: secrets) } == "key-permissions")
        try FileManager.default.removeItem(at: keyFile)
        try secrets.setSecret(Secret("short"), named: DatabaseKey.name)
        #expect(await code { _ = try DatabaseKey.load(from: secrets) } == "invalid-store-key")
    }

    @Test func secretsAreSetReplacedAndRemoved() async throws {
        #expect(try secrets.secret(named: "token") == nil)
        try secrets.setSecret(Secret("one"), named: "token")
        try secrets.setSecret(Secret("two"), named: "token")
        #expect(try secrets.secret(named: "token") == Secret("two"))
        #expect(try secrets.addSecret(Secret("three"), named: "token") == Secret("two"))
        try secrets.removeSecret(named: "token")
        try secrets.removeSecret(named: "token")
        #expect(try secrets.secret(named: "token") == nil)
        for name in ["../x", "", "A", "a b", "-a", String(repeating: "a", count: 65)] {
            #expect(await code { try secrets.setSecret(Secret("x"), named: name) } == "secret-store", "\(name)")
        }
    }

    @Test func secretsPrintRedacted() {
        let secret = Secret("hunter2")
        #expect("\(secret)" == "<redacted>")
        #expect(String(reflecting: [secret]) == "[<redacted>]")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("hunter2") && !dumped.contains("104"))
        #expect(Secret.random(count: 32) != Secret.random(count: 32))
    }
}
