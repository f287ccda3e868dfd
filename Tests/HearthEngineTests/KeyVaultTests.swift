import Foundation
import HearthCore
import HearthStore
import Synchronization
import Testing

@testable import HearthEngine

/// A secret service that comes and goes.
private final class FakeService: SecretStore {
    let placeDescription = "fake service"
    private let kept = Mutex<[String: Secret]>([:])
    private let reads = Mutex(0)
    private let refuses: Bool

    init(refuses: Bool = false) { self.refuses = refuses }

    var names: [String] { kept.withLock { $0.keys.sorted() } }
    var timesAsked: Int { reads.withLock { $0 } }
    func secret(named name: String) throws -> Secret? {
        reads.withLock { $0 += 1 }
        return kept.withLock { $0[name] }
    }
    func setSecret(_ secret: Secret, named name: String) throws {
        if refuses { throw StoreError(.secretStore, "The keyring is locked.") }
        kept.withLock { $0[name] = secret }
    }
    func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        try setSecret(secret, named: name)
        return secret
    }
    func removeSecret(named name: String) throws { kept.withLock { $0[name] = nil } }
}

@Suite struct KeyVaultTests {
    private static let key = Secret("sk-proj-planted0123456789WXYZ")
    private let folder: TemporaryFolder
    private let service = FakeService()

    init() throws { folder = try TemporaryFolder() }

    private func vault(
        _ service: FakeService?, environment: DeploymentEnvironment = .init(name: "development"),
        variables: [String: String] = [:]
    ) -> KeyVault {
        let file = EncryptedFileSecretStore(folder: folder.url)
        return KeyVault(
            folder: folder.url, environment: environment, variables: variables,
            places: KeyPlaces { place in
                switch place {
                case .keychain: nil
                case .secretService: service
                case .file: file
                }
            })
    }

    /// As on a Mac, with a build from a checkout.
    @Test func whereTheKeychainIsClosedToThisBuildTheKeyGoesToTheFileAndThatIsSaid() throws {
        struct Closed: KeychainCalls {
            func read(service: String, name: String) -> (status: Int32, data: Data?) {
                (KeychainStatus.missingEntitlement, nil)
            }
            func update(service: String, name: String, to data: Data) -> Int32 { KeychainStatus.missingEntitlement }
            func add(service: String, name: String, _ data: Data) -> Int32 { KeychainStatus.missingEntitlement }
            func delete(service: String, name: String) -> Int32 { KeychainStatus.missingEntitlement }
            func words(for status: Int32) -> String { "A required entitlement isn't present." }
        }
        let vault = KeyVault(
            folder: folder.url, environment: .init(name: "development"), variables: [:],
            places: .places(
                folder: folder.url, variables: [:], keychain: KeychainSecretStore(service: "s", calls: Closed())))
        let record = try vault.set(Self.key, for: .openai)
        #expect(record.place == .file && record.notes.contains { $0.contains("not signed") }, "\(record.notes)")
        #expect(try vault.key(for: .openai) == Self.key)
        #expect(try vault.key(for: .anthropic) == nil)
        let refused = failure { try vault.set(Self.key, for: .openai, in: .keychain) }
        #expect(refused?.code == "key-unavailable" && refused?.message.contains("not signed") == true)
        #expect(try vault.remove(.openai))
    }

    @Test(arguments: [KeyProvider.openai, .anthropic])
    func aKeyInAVariableIsNotSentWhereAFileMovedItsService(_ provider: KeyProvider) throws {
        let key: SettingKey = provider == .openai ? .openaiURL : .anthropicURL
        let elsewhere = "https://elsewhere.example.com/v1"
        let variables = [provider.variableName: "sk-proj-planted0123456789WXYZ"]
        func found(_ snapshot: EnvironmentSnapshot) throws -> Secret? {
            try KeyVault(snapshot, variables: variables).key(for: provider)
        }
        #expect(try found(folder.load(variables: variables)) == Self.key)
        // Whoever gives the address with the key, in this call, means it.
        let both = variables.merging([key.variableName: elsewhere]) { $1 }
        #expect(try found(folder.load(variables: both)) == Self.key)
        #expect(try found(folder.load(flags: [key: elsewhere], variables: variables)) == Self.key)

        try folder.write("settings.json", #"{"\#(key.rawValue)": "\#(elsewhere)"}"#)
        let error = #expect(throws: EngineError.self) { try found(folder.load(variables: variables)) }
        #expect(error?.code == "key-of-another-host")
        #expect(error?.message.contains("planted") == false)
    }

    @Test func aKeyGoesToTheSecretServiceWhereThereIsOne() throws {
        let record = try vault(service).set(Self.key, for: .openai)
        #expect(record.place == .secretService && record.lastCharacters == "WXYZ" && record.notes.isEmpty)
        #expect(try vault(service).key(for: .openai) == Self.key)
        #expect(try vault(service).key(for: .anthropic) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/secrets.json"))
    }

    @Test func withoutAServiceAKeyIsKeptEncrypted() throws {
        let record = try vault(nil).set(Self.key, for: .openai)
        #expect(record.place == .file)
        #expect(try vault(nil).key(for: .openai) == Self.key)
        // A service that appears later does not hide the key.
        #expect(try vault(service).key(for: .openai) == Self.key)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(files == ["files.lock", "keys.json", "secrets-key.key", "secrets.json"])
        for file in files { #expect(try folder.mode(file) == 0o600, "\(file)") }
    }

    @Test func aServiceThatRefusesIsReportedAndTheKeyKeptEncrypted() throws {
        let locked = FakeService(refuses: true)
        let record = try vault(locked).set(Self.key, for: .openai)
        #expect(record.place == .file && record.notes.count == 1)
        #expect(try vault(locked).key(for: .openai) == Self.key)
        // Asked for by name, the place is not changed silently.
        #expect(
            failure { _ = try vault(locked).set(Self.key, for: .custom, in: .secretService) }?.code == "secret-store")
        #expect(try vault(locked).key(for: .custom) == nil)
    }

    @Test func aKeyOutOfReachIsNotTakenForOneThatWasNeverSet() throws {
        try vault(service).set(Self.key, for: .openai)
        let wrong = try #require(failure { _ = try vault(nil).key(for: .openai) })
        #expect(wrong.code == "key-unavailable" && wrong.help == [.giveKey(service: "openai", inFile: true)])
        #expect(failure { _ = try vault(nil).remove(.openai) }?.code == "key-unavailable")
        #expect(try vault(nil).records().map(\.isReachable) == [false])
        #expect(try vault(service).key(for: .openai) == Self.key)
    }

    @Test func aNewKeyLeavesNoOldOneInAnotherPlace() throws {
        try vault(service).set(Self.key, for: .openai)
        let other = Secret("sk-proj-another0123456789")
        try vault(service).set(other, for: .openai, in: .file)
        #expect(service.names.isEmpty)
        #expect(try vault(service).key(for: .openai) == other)
        try vault(service).set(Self.key, for: .openai)
        #expect(try EncryptedFileSecretStore(folder: folder.url).secret(named: "openai-key") == nil)
        #expect(try vault(service).key(for: .openai) == Self.key)
    }

    @Test func aKeyIsFoundWithoutTheIndex() throws {
        try vault(nil).set(Self.key, for: .openai)
        try FileManager.default.removeItem(atPath: folder.url.path + "/keys.json")
        #expect(try vault(service).key(for: .openai) == Self.key)
        #expect(try vault(service).remove(.openai))
        #expect(try vault(service).key(for: .openai) == nil)
        #expect(try !vault(service).remove(.openai))
    }

    @Test func aDecisionAsksNoPlaceThatMayHaveToAskItsOwner() throws {
        #expect(try !vault(service).mayHaveKey(for: .openai))
        #expect(service.timesAsked == 0)
        try vault(service).set(Self.key, for: .openai)
        let asked = service.timesAsked
        #expect(try vault(service).mayHaveKey(for: .openai))
        #expect(try !vault(service).mayHaveKey(for: .anthropic))
        #expect(service.timesAsked == asked)
        // The file answers by itself, also where the index is gone.
        try vault(nil).set(Self.key, for: .anthropic)
        try FileManager.default.removeItem(atPath: folder.url.path + "/keys.json")
        #expect(try vault(service).mayHaveKey(for: .anthropic))
        #expect(service.timesAsked == asked)
    }

    @Test func eachEnvironmentHasItsOwnKeys() throws {
        try vault(nil).set(Self.key, for: .openai)
        let production = DeploymentEnvironment(name: "production")
        #expect(try vault(nil, environment: production).key(for: .openai) == nil)
        let other = Secret("sk-proj-production0123456789")
        try vault(nil, environment: production).set(other, for: .openai)
        #expect(try vault(nil).key(for: .openai) == Self.key)
        #expect(try vault(nil, environment: production).key(for: .openai) == other)
        let sharing = DeploymentEnvironment(name: "sharing", keyNames: [.openai: "openai-key"])
        #expect(try vault(nil, environment: sharing).key(for: .openai) == Self.key)
    }

    @Test func onlyHearthsOwnVariablesGiveAKey() throws {
        try vault(nil).set(Self.key, for: .openai)
        let given = "sk-proj-variable0123456789"
        #expect(
            try vault(nil, variables: ["HEARTH_OPENAI_KEY": given + "\n"]).key(for: .openai) == Secret(given))
        #expect(try vault(nil, variables: ["OPENAI_API_KEY": given]).key(for: .openai) == Self.key)
        #expect(try vault(nil, variables: ["ANTHROPIC_API_KEY": given]).key(for: .anthropic) == nil)
        #expect(try vault(nil, variables: ["HEARTH_OPENAI_KEY": ""]).key(for: .openai) == Self.key)
        let wrong = try #require(
            failure { _ = try vault(nil, variables: ["HEARTH_OPENAI_KEY": "two words 0123456789"]).key(for: .openai) })
        #expect(wrong.message.contains("HEARTH_OPENAI_KEY") && !wrong.message.contains("0123456789"))
    }

    @Test func everythingIsRemovedAtOnce() throws {
        try vault(service).set(Self.key, for: .openai)
        try vault(nil).set(Self.key, for: .anthropic)
        try vault(nil, environment: .init(name: "production")).set(Self.key, for: .openai)
        #expect(throws: EngineError.self) {
            try KeyVault.removeEverything(folder: folder.url, places: KeyPlaces { _ in nil })
        }
        #expect(
            service.names == ["openai-key"]
                && !FileManager.default.fileExists(atPath: folder.url.path + "/secrets.json"))
        try KeyVault.removeEverything(
            folder: folder.url, places: KeyPlaces { [service] in $0 == .secretService ? service : nil })
        #expect(service.names.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["files.lock"])
    }

    /// The database's key must open the data without a desktop session, whatever was done with the keys of services.
    @Test func theKeyOfTheDatabaseStaysInItsFile() throws {
        let files = StoreFiles(folder: folder.url)
        let database = try DatabaseKey.loadOrCreate(in: KeyFileSecretStore(folder: folder.url), for: files)
        try vault(service).set(Self.key, for: .openai)
        try vault(nil).set(Self.key, for: .anthropic)
        _ = try vault(service).remove(.openai)
        #expect(try DatabaseKey.load(from: KeyFileSecretStore(folder: folder.url)) == database)
        #if os(Linux)
        #expect(try DatabaseKey.load(from: SecretStores.preferred(folder: folder.url)) == database)
        // A folder that was moved opens with what is in it.
        let moved = folder.url.appendingPathExtension("moved")
        try FileManager.default.copyItem(at: folder.url, to: moved)
        defer { try? FileManager.default.removeItem(at: moved) }
        #expect(try DatabaseKey.load(from: SecretStores.preferred(folder: moved)) == database)
        #expect(try EncryptedFileSecretStore(folder: moved).secret(named: "anthropic-key") == Self.key)
        #endif
        try KeyVault.removeEverything(folder: folder.url, variables: [:])
        #expect(try DatabaseKey.load(from: KeyFileSecretStore(folder: folder.url)) == database)
    }

    @Test func aKeyStandsInNoFileAndInNoDescription() throws {
        let text = try #require(Self.key.exposedText())
        let record = try vault(nil).set(Self.key, for: .openai)
        _ = try vault(nil).key(for: .openai)
        let all = try folder.everything()
        #expect(!all.contains(text) && !all.contains("planted"))
        #expect(!all.contains(Data(text.utf8).base64EncodedString()))
        #expect(!all.contains("WXYZ"), "not even its end")
        var described = "\(record) \(vault(nil)) \(String(reflecting: vault(nil)))"
        dump(try vault(nil).records(), to: &described)
        #expect(!described.contains("planted"))
    }

    /// The secret of whoever lets people in belongs to the host that it was set for, as keys do.
    @Test func theSecretOfAProviderOfIdentitiesIsBoundToItsHost() throws {
        let provider = try #require(KeyProvider(rawValue: "sign-in"))
        #expect(provider == .identityProvider(.default) && provider.rawValue == "sign-in")
        #expect(provider.variableName == "HEARTH_SIGN_IN_KEY" && !KeyProvider.allCases.contains(provider))
        let people = People(folder: folder.url)
        func set(_ issuer: String) throws {
            try people.setSignInProvider(try IdentityProvider(issuer: issuer, clientID: "hearth", label: "Home"))
        }
        try set("https://login.example.org/realms/home")
        try vault(service).set(Self.key, for: provider)
        #expect(try vault(service).key(for: provider) == Self.key)
        #expect(try vault(service).records().map(\.provider) == [provider])
        // Another realm there is the same host.
        try set("https://login.example.org/realms/work")
        #expect(try vault(service).key(for: provider) == Self.key)
        try set("https://evil.example.net")
        #expect(failure { _ = try vault(service).key(for: provider) }?.code == "key-of-another-host")
        #expect(try vault(service).remove(provider))
        #expect(try vault(service).key(for: provider) == nil)
        let everything = try folder.everything()
        #expect(!everything.contains("planted"))
    }
}

@Suite struct KeyTextTests {
    @Test func spaceAroundAKeyIsTakenOff() throws {
        #expect(
            try KeyText.secret(Array(" \tsk-0123456789abcdef\r\n".utf8), for: .openai) == Secret("sk-0123456789abcdef"))
        #expect(try KeyText.secret(Array("ollama\n".utf8), for: .custom) == Secret("ollama"))
    }

    @Test(arguments: [
        "", "\n", "short", "0123456789 abcdef", "0123456789\u{0}abcdef", "0123456789\nabcdefghi", "0123456789äbcdefghi",
        "0123456789abcdef\u{1B}[0m", String(repeating: "k", count: 4097), "0123456789abcdef\u{7F}",
    ])
    func whatIsNoKeyIsRefusedWithoutRepeatingIt(_ text: String) throws {
        let wrong = try #require(failure { _ = try KeyText.secret(Array(text.utf8), for: .openai) })
        #expect(wrong.code == "usage")
        #expect(
            !wrong.message.contains("0123456789") && !wrong.message.contains("short") && !wrong.message.contains("kkk"))
    }

    @Test func bytesThatAreNotTextAreRefused() {
        #expect(failure { _ = try KeyText.secret([UInt8](repeating: 0xFF, count: 32), for: .openai) }?.code == "usage")
    }

    @Test func keysAreTakenOutOfMessages() {
        let key = "sk-proj-0123456789abcdef"
        #expect(KeyText.redacting("1 unexpected argument: '\(key)'") == "1 unexpected argument: '<redacted>'")
        #expect(KeyText.redacting("hf_0123456789abcdefgh and sk-short") == "<redacted> and sk-short")
        #expect(KeyText.redacting("Über task-0123456789abcdef, 日本") == "Über task-0123456789abcdef, 日本")
    }

    @Test func onlyTheEndOfALongKeyIsShown() {
        #expect(KeyText.lastCharacters(of: Secret("0123456789abcdefghi")) == nil)
        #expect(KeyText.lastCharacters(of: Secret("0123456789abcdefghij")) == "ghij")
    }
}
