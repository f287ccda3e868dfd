public import Foundation
public import HearthCore
import HearthStore

/// The keys of services, for one environment.
///
/// A key goes to the best place that is there when it is set: the Keychain, the secret service, else an encrypted file. Where
/// it went is written down in `keys.json`, without the key: a secret service is not there in every session, and a key that is
/// out of reach must not look like one that was never set, nor an old copy in another place be taken for it.
///
/// The key of the database is not among these. It stays in its key file (``DatabaseKey``), so that the data opens without a
/// desktop session, and after the folder was moved.
///
/// A key belongs to the address that its service had when it was set. When the address is changed, the key is not sent to the
/// new one; it has to be set again, by somebody who means that.
public struct KeyVault: Sendable {
    public let environment: DeploymentEnvironment
    private let index: KeyIndex
    private let places: KeyPlaces
    private let variables: [String: String]
    /// Where each service is now that the settings know.
    private let origins: [KeyProvider: Origin]
    /// The base data folder.
    private let folder: URL
    /// Services whose address a file has moved. A key in a variable is for this call, and whoever gave it did not see that.
    private let moved: Set<KeyProvider>

    /// - Parameters:
    ///   - folder: The base data folder.
    ///   - variables: Where keys for one call may stand; see ``KeyProvider/variableName``.
    public init(
        folder: URL, environment: DeploymentEnvironment,
        variables: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.init(
            folder: folder, environment: environment, variables: variables,
            places: .ofThisMachine(folder: folder, variables: variables))
    }

    /// The keys of the environment that a snapshot holds.
    public init(_ snapshot: EnvironmentSnapshot, variables: [String: String] = ProcessInfo.processInfo.environment) {
        self.init(
            folder: snapshot.baseFolder, environment: snapshot.environment, variables: variables,
            places: .ofThisMachine(folder: snapshot.baseFolder, variables: variables),
            origins: KeyProvider.origins(snapshot.settings), moved: KeyProvider.moved(snapshot))
    }

    init(
        folder: URL, environment: DeploymentEnvironment, variables: [String: String], places: KeyPlaces,
        origins: [KeyProvider: Origin] = [:], moved: Set<KeyProvider> = []
    ) {
        self.origins = origins
        self.folder = folder
        self.moved = moved
        self.environment = environment
        self.variables = variables
        self.places = places
        index = KeyIndex(folder: folder)
    }

    /// The key for a service: of its variable, else the one that was set; `nil` when there is neither.
    ///
    /// - Throws: ``EngineError`` with the code `key-of-another-host` when the service has another address than when the key was
    ///   set, `key-unavailable` when the key was set but its place is not there now, `usage`
    ///   when the variable holds no key; `StoreError` when the place refuses.
    public func key(for provider: KeyProvider) throws -> Secret? {
        if let text = variables[provider.variableName], !text.isEmpty {
            guard !moved.contains(provider) else {
                throw movedAway(provider)
            }
            do {
                return try KeyText.secret(Array(text.utf8), for: provider)
            } catch let error as EngineError {
                throw EngineError(error.reason, "The variable \(provider.variableName): \(error.message)")
            }
        }
        let name = environment.secretName(for: provider)
        if let entry = try index.read()[name] {
            try check(entry, named: name, for: provider)
            guard let store = places.open(entry.place) else { throw unavailable(provider, entry.place) }
            return try store.secret(named: name)
        }
        return try unlisted(provider, in: KeyPlace.allCases)
    }

    /// Whether there may be a key, by what is written down of it: without asking the place where it is, which may have to
    /// ask its owner first.
    func mayHaveKey(for provider: KeyProvider) throws -> Bool {
        if variables[provider.variableName]?.isEmpty == false {
            guard !moved.contains(provider) else { throw movedAway(provider) }
            return true
        }
        let name = environment.secretName(for: provider)
        let entries = try index.read()
        // Without an index only the places themselves can tell, and of these only the file answers without asking anybody.
        if entries.isEmpty { return try unlisted(provider, in: [.file]) != nil }
        guard let entry = entries[name] else { return false }
        try check(entry, named: name, for: provider)
        return true
    }

    /// A key that the index does not have: it may be gone where the secrets are not. Nobody knows then what address a key was
    /// set for, so it goes to the service's own only, and is bound to that.
    private func unlisted(_ provider: KeyProvider, in kinds: [KeyPlace]) throws -> Secret? {
        let name = environment.secretName(for: provider)
        for place in kinds {
            guard let found = try places.open(place)?.secret(named: name) else { continue }
            if let origin = origins[provider] {
                guard origin == provider.knownOrigin else {
                    throw EngineError(
                        .keyOfAnotherHost,
                        "It is not known any more for what address the key for \(provider.rawValue) was set, so it is "
                            + "not sent to \(origin). Set it again.", help: [.giveKey(service: provider.rawValue)])
                }
                try index.update { $0[name] = .init(place: place, date: Date(), origin: origin.description) }
            }
            return found
        }
        return nil
    }

    /// Refuses a key whose service has moved. One that was set before there was an address belongs to the first there is.
    private func check(_ entry: KeyIndex.Entry, named name: String, for provider: KeyProvider) throws {
        guard let origin = try origin(of: provider)?.description else { return }
        guard let bound = entry.origin else {
            var entry = entry
            entry.origin = origin
            return try index.update { $0[name] = entry }
        }
        guard bound == origin else {
            throw EngineError(
                .keyOfAnotherHost,
                "The key for \(provider.rawValue) was set for \(bound) and is not sent to \(origin). If that is "
                    + "meant, set it again.", help: [.giveKey(service: provider.rawValue)])
        }
    }

    /// Where a service is now; those that stand in no settings are looked up when one of their keys is asked for, and not before.
    private func origin(of provider: KeyProvider) throws -> Origin? {
        let name: EndpointName
        switch provider {
        case .tools(let server), .signIn(let server): name = server
        case .openai, .anthropic, .custom, .huggingface, .endpoint: return origins[provider]
        case .identityProvider(let id):
            let shared = environment.dataFolder.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? folder
            let provider = try AccountFile(folder: shared).read().providers?.first { $0.id == id }
            return provider.flatMap { URL(string: $0.issuer) }.flatMap(Origin.init)
        }
        guard case .address(let url)? = try ToolServersFile(folder: folder).read()[name]?.way else { return nil }
        return Origin(url)
    }

    /// Keeps a key for a service in this environment, replacing the one that was there.
    ///
    /// - Parameters:
    ///   - key: See ``KeyText/secret(_:for:)``, which checks it.
    ///   - place: `nil` takes the best one that is there and takes the key.
    /// - Throws: `StoreError` when the place refuses, ``EngineError`` with the code `key-unavailable` when it is not there,
    ///   `owner-only` for a program.
    @discardableResult
    public func set(_ key: Secret, for provider: KeyProvider, in place: KeyPlace? = nil) throws -> KeyRecord {
        try Reader.requireOwner(for: "Setting the key of a service", of: .server)
        let name = environment.secretName(for: provider)
        let before = try index.read()[name]?.place
        var notes: [String] = []
        for candidate in place.map({ [$0] }) ?? KeyPlace.allCases {
            guard let store = places.open(candidate) else {
                if place != nil { throw unavailable(provider, candidate) }
                if let absence = places.absence(candidate) { notes.append(absence) }
                continue
            }
            let entry = KeyIndex.Entry(
                place: candidate, date: Date(), origin: try origin(of: provider)?.description)
            do {
                try replace(in: store, named: name, by: key)
            } catch let error as StoreError where place == nil && candidate == .secretService {
                // A bus answers on many servers too, with a keyring that nobody can unlock there.
                notes.append("the secret service did not take it: \(error.message)")
                continue
            }
            try index.update { $0[name] = entry }
            if let before, before != candidate, (try? places.open(before)?.removeSecret(named: name)) == nil {
                notes.append("the former key could not be removed from the \(before.description)")
            }
            return KeyRecord(
                provider: provider, name: name, place: candidate, date: entry.date, isReachable: true,
                lastCharacters: KeyText.lastCharacters(of: key), notes: notes)
        }
        throw EngineError(.keyUnavailable, "There is no place to keep a key here.")
    }

    /// A crash at any point must leave neither the new key bound to the old one's address nor the old one without a bond.
    private func replace(in store: any SecretStore, named name: String, by key: Secret) throws {
        guard let old = try store.secret(named: name), old != key else { return try store.setSecret(key, named: name) }
        let entry = try index.read()[name]
        try store.removeSecret(named: name)
        try index.update { $0[name] = nil }
        do {
            try store.setSecret(key, named: name)
        } catch {
            // The key that was there is better than none.
            if (try? store.setSecret(old, named: name)) != nil { try? index.update { $0[name] = entry } }
            throw error
        }
    }

    /// The keys of this environment, without the keys.
    public func records() throws -> [KeyRecord] {
        let entries = try index.read()
        // Also those of endpoints that were taken out of the settings: a key that is kept is told of, and can be removed.
        let left = entries.keys.compactMap { KeyProvider(ownKey: $0) }
        let endpoints = Set(origins.keys).union(left).subtracting(KeyProvider.allCases)
        return (KeyProvider.allCases + endpoints.sorted { $0.rawValue < $1.rawValue }).compactMap { provider in
            let name = environment.secretName(for: provider)
            if let text = variables[provider.variableName], !text.isEmpty {
                let key = try? KeyText.secret(Array(text.utf8), for: provider)
                return KeyRecord(
                    provider: provider, name: name, place: nil, date: nil, isReachable: key != nil,
                    lastCharacters: key.flatMap(KeyText.lastCharacters), notes: [])
            }
            guard let entry = entries[name] else { return nil }
            let key = try? places.open(entry.place)?.secret(named: name)
            return KeyRecord(
                provider: provider, name: name, place: entry.place, date: entry.date, isReachable: key != nil,
                lastCharacters: key.flatMap(KeyText.lastCharacters), notes: [])
        }
    }

    /// Removes the key for a service from this environment.
    ///
    /// - Returns: `false` when there was none.
    public func remove(_ provider: KeyProvider) throws -> Bool {
        try Reader.requireOwner(for: Self.removal, of: .server)
        let name = environment.secretName(for: provider)
        if let place = try index.read()[name]?.place {
            guard let store = places.open(place) else { throw unavailable(provider, place) }
            try store.removeSecret(named: name)
            try index.update { $0[name] = nil }
            return true
        }
        var isFound = false
        for place in KeyPlace.allCases {
            guard let store = places.open(place), try store.secret(named: name) != nil else { continue }
            try store.removeSecret(named: name)
            isFound = true
        }
        return isFound
    }

    /// Removes the keys of all services and environments, and what tells of them.
    ///
    /// - Throws: ``EngineError`` with the code `key-unavailable` when one is in a place that is not there now; the others are
    ///   removed nevertheless.
    public static func removeEverything(
        folder: URL, variables: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        try removeEverything(folder: folder, places: .ofThisMachine(folder: folder, variables: variables))
    }

    private static let removal = "Removing the key of a service"

    static func removeEverything(folder: URL, places: KeyPlaces) throws {
        try Reader.requireOwner(for: removal)
        let index = KeyIndex(folder: folder)
        let entries = try index.read()
        var left: [String: KeyPlace] = [:]
        // The file goes as a whole, also when it is damaged.
        for (name, entry) in entries where entry.place != .file {
            if let store = places.open(entry.place), (try? store.removeSecret(named: name)) != nil { continue }
            left[name] = entry.place
        }
        try EncryptedFileSecretStore(folder: folder).removeEverything()
        guard let place = left.values.first else { return try index.remove() }
        try index.update { entries in entries = entries.filter { left[$0.key] != nil } }
        throw EngineError(
            .keyUnavailable,
            "\(left.keys.sorted().joined(separator: ", ")) could not be removed from the \(place.description), which "
                + "does not answer here. Do this again in a desktop session, or use the desktop's own tool.")
    }

    private func movedAway(_ provider: KeyProvider) -> EngineError {
        EngineError(
            .keyOfAnotherHost,
            "The key in \(provider.variableName) is not sent to \(origins[provider]?.description ?? "it"), which the "
                + "settings name. If that is meant, give the address in a variable too.")
    }

    private func unavailable(_ provider: KeyProvider, _ place: KeyPlace) -> EngineError {
        if let absence = places.absence(place) {
            return EngineError(
                .keyUnavailable,
                "The \(place.description) is not for this program: \(absence). Keep the key for \(provider.rawValue) in "
                    + "a file, or give it in the variable \(provider.variableName).",
                help: [.giveKey(service: provider.rawValue, inFile: true)])
        }
        return EngineError(
            .keyUnavailable,
            "The \(place.description) does not answer here, so the key for \(provider.rawValue) is out of reach. Run "
                + "this in a desktop session, set the key again and keep it in a file, or give it in the variable "
                + "\(provider.variableName).", help: [.giveKey(service: provider.rawValue, inFile: true)])
    }
}

/// What is shown of a stored key: where it is and its last characters, not the key itself.
public struct KeyRecord: Sendable {
    public var provider: KeyProvider
    /// The name under which it is kept.
    public var name: String
    /// `nil` when it comes from a variable.
    public var place: KeyPlace?
    public var date: Date?
    /// Whether it could be read now.
    public var isReachable: Bool
    /// At most four, for keys of 20 characters and more.
    public var lastCharacters: String?
    /// Notes for the person about how the key was stored.
    public var notes: [String]
}
