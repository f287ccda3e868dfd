import Foundation
public import HearthCore

/// The Keychain where the system lets this build use it, else key files.
///
/// The system refuses the Keychain to programs that are not signed for it, such as a build from a checkout. Their key lies in
/// a file then, and a build that is signed later finds it there. A key file also brings the key of another machine's store,
/// whose Keychain nobody can copy. So a file that is there is read, wherever new secrets go.
public struct KeychainOrFileSecretStore: SecretStore {
    private let keychain: KeychainSecretStore
    private let file: KeyFileSecretStore

    public init(keychain: KeychainSecretStore, file: KeyFileSecretStore) {
        self.keychain = keychain
        self.file = file
    }

    public var placeDescription: String {
        keychain.isOpenToThisBuild
            ? keychain.placeDescription
            : "\(file.placeDescription) (this build of Hearth is not signed for the Keychain)"
    }

    public func secret(named name: String) throws -> Secret? {
        try orFile { try keychain.secret(named: name) } ?? file.secret(named: name)
    }

    public func setSecret(_ secret: Secret, named name: String) throws {
        let isKept = try orFile { () -> Bool? in
            try keychain.setSecret(secret, named: name)
            return true
        }
        // Where both had one, the file's would be found by a build that may not use the Keychain.
        let isInFile = try file.secret(named: name) != nil
        if isKept == nil || isInFile { try file.setSecret(secret, named: name) }
    }

    public func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        if let kept = try self.secret(named: name) { return kept }
        return try orFile { try keychain.addSecret(secret, named: name) } ?? file.addSecret(secret, named: name)
    }

    public func removeSecret(named name: String) throws {
        try orFile { try keychain.removeSecret(named: name) }
        try file.removeSecret(named: name)
    }

    /// What the Keychain gives; `nil` where this build may not use it.
    @discardableResult
    private func orFile<Value>(_ work: () throws -> Value?) throws -> Value? {
        do {
            return try work()
        } catch let error as StoreError where error.reason == .noKeychain {
            return nil
        }
    }
}
