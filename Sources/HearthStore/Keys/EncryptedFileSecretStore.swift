import Crypto
public import Foundation
public import HearthCore

/// Keeps secrets encrypted in one file of the data folder, for machines without a keychain or secret service.
///
/// AES-256-GCM under a key in a ``KeyFileSecretStore`` beside it, the name of each secret bound as associated data, so that
/// an entry moved under another name does not open. As with a key file, this protects against other users and against
/// copies of the file alone, not against someone who has the whole folder.
public struct EncryptedFileSecretStore: SecretStore {
    /// More than any key needs.
    static let mostBytes = 65_536
    static let mostSecrets = 200
    /// The name of the key that the file is encrypted under.
    public static let keyName = "secrets-key"

    public let folder: URL
    private let file: PrivateFile
    private let keys: KeyFileSecretStore

    public init(folder: URL) {
        self.folder = folder
        file = PrivateFile(folder.appending(path: "secrets.json"), mostBytes: 32 << 20)
        keys = KeyFileSecretStore(folder: folder)
    }

    public var placeDescription: String { "encrypted file \(file.url.path)" }

    public func secret(named name: String) throws -> Secret? {
        try check(name)
        guard let box = try document(file.read()).secrets[name] else { return nil }
        return try open(box, name, loadKey())
    }

    public func setSecret(_ secret: Secret, named name: String) throws {
        try check(name)
        try file.update { try put(secret, name, into: &$0) }
    }

    public func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        try check(name)
        return try file.update { bytes in
            if let box = try document(bytes).secrets[name] { return try open(box, name, loadKey()) }
            try put(secret, name, into: &bytes)
            return secret
        }
    }

    public func removeSecret(named name: String) throws {
        try check(name)
        // Nothing is made, not even a lock, where there is nothing to remove.
        guard try file.read() != nil else { return }
        try file.update { bytes in
            var document = try document(bytes)
            guard document.secrets.removeValue(forKey: name) != nil else { return }
            bytes = document.secrets.isEmpty ? nil : try encode(document)
        }
    }

    /// Removes all secrets and the key that they were encrypted under.
    public func removeEverything() throws {
        try file.write(nil)
        try keys.removeSecret(named: Self.keyName)
    }

    private struct Document: Codable {
        var version = 1
        /// Nonce, ciphertext and tag of each secret, by its name.
        var secrets: [String: Data] = [:]
    }

    private func put(_ secret: Secret, _ name: String, into bytes: inout [UInt8]?) throws {
        guard secret.count <= Self.mostBytes else {
            throw StoreError(.secretStore, "The secret “\(name)” is longer than \(Self.mostBytes) bytes.")
        }
        var document = try document(bytes)
        guard document.secrets[name] != nil || document.secrets.count < Self.mostSecrets else {
            throw StoreError(.secretStore, "There are \(Self.mostSecrets) secrets, which is the most that are kept.")
        }
        // A new key beside secrets under an old one would hide that the old one is lost.
        let key =
            try document.secrets.isEmpty ? checkKey(keys.addSecret(.random(count: 32), named: Self.keyName)) : loadKey()
        let box = try secret.withExposedBytes {
            try AES.GCM.seal($0, using: key, authenticating: associatedData(name))
        }
        guard let combined = box.combined else {
            throw StoreError(.failure, "The secret “\(name)” could not be encrypted.")
        }
        document.secrets[name] = combined
        bytes = try encode(document)
    }

    private func open(_ box: Data, _ name: String, _ key: SymmetricKey) throws -> Secret {
        do {
            var opened = try AES.GCM.open(.init(combined: box), using: key, authenticating: associatedData(name))
            defer { opened.resetBytes(in: 0..<opened.count) }
            return Secret(bytes: opened)
        } catch {
            throw StoreError(
                .secretStore,
                """
                The secret “\(name)” in \(file.url.path) does not open: it was changed, or belongs to another key file. \
                Remove it and set it again.
                """)
        }
    }

    private func loadKey() throws -> SymmetricKey {
        guard let key = try keys.secret(named: Self.keyName) else {
            throw StoreError(
                .missingKey,
                """
                There are secrets in \(file.url.path), but their key file \(keys.file(named: Self.keyName).path) is gone. Put \
                it back, or remove the secrets and set them again.
                """)
        }
        return try checkKey(key)
    }

    private func checkKey(_ key: Secret) throws -> SymmetricKey {
        guard key.count == 32 else {
            throw StoreError(
                .invalidKey,
                "The key file \(keys.file(named: Self.keyName).path) is damaged: it has \(key.count) bytes, not 32.")
        }
        return key.withExposedBytes { SymmetricKey(data: $0) }
    }

    private func document(_ bytes: [UInt8]?) throws -> Document {
        guard let bytes else { return Document() }
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw StoreError(
                .secretStore, "\(file.url.path) is damaged. Restore it, or delete it and set the keys again.")
        }
        guard document.version == 1 else {
            throw StoreError(
                .newerSchema, "\(file.url.path) was written by a newer version of Hearth. Update this one.")
        }
        return document
    }

    private func encode(_ document: Document) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(document))
    }

    private func associatedData(_ name: String) -> Data { Data("hearth secret 1 \(name)".utf8) }

    private func check(_ name: String) throws {
        guard SecretName.isValid(name) else { throw StoreError(.secretStore, "“\(name)” is not a name of a secret.") }
    }
}
