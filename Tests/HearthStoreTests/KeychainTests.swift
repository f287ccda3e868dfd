import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Synchronization
import Testing

/// A Keychain in memory, which answers with the statuses of Apple's.
final class FakeKeychain: KeychainCalls {
    private let items = Mutex<[String: Data]>([:])
    private let refusal = Mutex<Int32?>(nil)

    /// A build that is not signed is answered with `missingEntitlement`, whatever it asks.
    init(refusal: Int32? = nil) { self.refusal.withLock { $0 = refusal } }

    func refuse(_ status: Int32?) { refusal.withLock { $0 = status } }

    private func answer(_ work: (inout [String: Data]) -> Int32) -> Int32 {
        if let refusal = refusal.withLock({ $0 }) { return refusal }
        return items.withLock { work(&$0) }
    }

    func read(service: String, name: String) -> (status: Int32, data: Data?) {
        var found: Data?
        let status = answer { items in
            found = items[service + "/" + name]
            return found == nil ? KeychainStatus.notFound : KeychainStatus.success
        }
        return (status, found)
    }
    func update(service: String, name: String, to data: Data) -> Int32 {
        answer { items in
            guard items[service + "/" + name] != nil else { return KeychainStatus.notFound }
            items[service + "/" + name] = data
            return KeychainStatus.success
        }
    }
    func add(service: String, name: String, _ data: Data) -> Int32 {
        answer { items in
            guard items[service + "/" + name] == nil else { return KeychainStatus.duplicate }
            items[service + "/" + name] = data
            return KeychainStatus.success
        }
    }
    func delete(service: String, name: String) -> Int32 {
        answer { $0.removeValue(forKey: service + "/" + name) == nil ? KeychainStatus.notFound : 0 }
    }
    func words(for status: Int32) -> String { "status \(status)" }
}

@Suite struct KeychainTests {
    private let store: TemporaryStore
    private let keychain = FakeKeychain()
    private let files: KeyFileSecretStore
    private let secrets: KeychainOrFileSecretStore
    private let one = Secret(bytes: Array(repeating: 1, count: 32))
    private let two = Secret(bytes: Array(repeating: 2, count: 32))

    init() throws {
        store = try TemporaryStore()
        files = KeyFileSecretStore(folder: store.folder)
        secrets = KeychainOrFileSecretStore(keychain: KeychainSecretStore(service: "s", calls: keychain), file: files)
    }

    @Test func theKeychainKeepsSecretsWhereItMayBeUsed() throws {
        #expect(secrets.placeDescription == "Keychain")
        #expect(try secrets.secret(named: "a-key") == nil)
        #expect(try secrets.addSecret(one, named: "a-key") == one)
        #expect(try secrets.addSecret(two, named: "a-key") == one)
        try secrets.setSecret(two, named: "a-key")
        #expect(try secrets.secret(named: "a-key") == two)
        #expect(try files.secret(named: "a-key") == nil)
        try secrets.removeSecret(named: "a-key")
        try secrets.removeSecret(named: "a-key")
        #expect(try secrets.secret(named: "a-key") == nil)
    }

    @Test func aBuildThatIsNotSignedKeepsItsKeyInAFileAndSaysSo() throws {
        keychain.refuse(KeychainStatus.missingEntitlement)
        #expect(secrets.placeDescription.contains("key file in \(store.folder.path)"))
        #expect(secrets.placeDescription.contains("not signed for the Keychain"))
        let key = try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: store.folder))
        #expect(try files.secret(named: DatabaseKey.name) == key)
        #expect(try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: store.folder)) == key)
        // Signed later, it finds the key that is there and makes no second one.
        keychain.refuse(nil)
        #expect(try DatabaseKey.loadOrCreate(in: secrets, for: StoreFiles(folder: store.folder)) == key)
        try secrets.setSecret(two, named: DatabaseKey.name)
        keychain.refuse(KeychainStatus.missingEntitlement)
        #expect(try secrets.secret(named: DatabaseKey.name) == two)
        try secrets.removeSecret(named: DatabaseKey.name)
        #expect(try secrets.secret(named: DatabaseKey.name) == nil)
    }

    @Test func aKeychainThatIsLockedIsNoReasonForAFile() async throws {
        keychain.refuse(-25308)
        #expect(await code { _ = try secrets.secret(named: "a-key") } == "secret-store")
        #expect(await code { _ = try secrets.addSecret(one, named: "a-key") } == "secret-store")
        #expect(try files.secret(named: "a-key") == nil)
        let alone = KeychainSecretStore(service: "s", calls: FakeKeychain(refusal: KeychainStatus.missingEntitlement))
        #expect(!alone.isOpenToThisBuild)
        #expect(await code { _ = try alone.secret(named: "a-key") } == "no-keychain")
        #expect(await code { try alone.setSecret(one, named: "no name!") } == "secret-store")
    }
}
