public import Foundation
public import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps each secret in a file of its own that only the owner can read.
///
/// Protects against other users of the machine and against copies of the database alone, not against someone who has the
/// whole disk: use the Keychain or the secret service where there is one, or encrypt the disk.
public struct KeyFileSecretStore: SecretStore {
    /// More than any key needs.
    static let mostBytes = 65_536

    public let folder: URL

    public init(folder: URL) {
        self.folder = folder
    }

    public var placeDescription: String { "key file in \(folder.path)" }

    /// The file of a secret.
    public func file(named name: String) -> URL { folder.appending(path: "\(name).key") }

    public func secret(named name: String) throws -> Secret? {
        let path = try checkedPath(name)
        // O_NOFOLLOW: a link could point to something that others may read or change.
        let descriptor = Platform.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP {
                throw StoreError(.keyPermissions, "The key file \(path) is a link. Put the file itself there.")
            }
            throw StoreError(
                .secretStore, "The key file \(path) could not be read. Check who owns it.",
                cause: String(cString: strerror(errno)))
        }
        defer { Platform.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.system("The key file could not be read", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.keyPermissions, "The key file \(path) is not a regular file.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw StoreError(
                .keyPermissions,
                "The key file \(path) can be read by other users, so it may be known to them. If it is not, take their rights to it away."
            )
        }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { Platform.read(descriptor, $0, from: count) }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw StoreError.system("The key file could not be read", errno) }
            if read == 0 { break }
            count += read
        }
        guard count <= Self.mostBytes else { throw StoreError(.secretStore, "The key file \(path) is too large.") }
        return Secret(wiping: &bytes, count: count)
    }

    public func setSecret(_ secret: Secret, named name: String) throws {
        let path = try checkedPath(name)
        try writeTemporary(secret, for: path) { temporary in
            guard rename(temporary, path) == 0 else {
                throw StoreError.system("The key file could not be written", errno)
            }
        }
    }

    public func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        let path = try checkedPath(name)
        // A hard link either appears as a whole file or fails because another process was first; a file that is made and
        // then filled could be read half-written.
        try writeTemporary(secret, for: path) { temporary in
            defer { unlink(temporary) }
            guard link(temporary, path) == 0 || errno == EEXIST else {
                throw StoreError.system("The key file could not be written", errno)
            }
        }
        guard let kept = try self.secret(named: name) else {
            throw StoreError(.secretStore, "The key file \(path) disappeared while it was written. Try again.")
        }
        return kept
    }

    public func removeSecret(named name: String) throws {
        let path = try checkedPath(name)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StoreError.system("The key file could not be removed", errno)
        }
        Platform.synchronizeFolder(folder)
    }

    private func writeTemporary(_ secret: Secret, for path: String, then finish: (String) throws -> Void) throws {
        if !FileManager.default.fileExists(atPath: folder.path) {
            do {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw StoreError(
                    .readOnly,
                    "The folder \(folder.path) for the key could not be created. Check who may write in "
                        + "\(folder.deletingLastPathComponent().path).", cause: "\(error)")
            }
        }
        let temporary = "\(path).\(UUID().uuidString)"
        guard secret.withExposedBytes({ Platform.writeNewFile(temporary, $0, mode: 0o600) }) else {
            throw StoreError.system("The key file could not be written", errno)
        }
        do {
            try finish(temporary)
        } catch {
            unlink(temporary)
            throw error
        }
        Platform.synchronizeFolder(folder)
    }

    private func checkedPath(_ name: String) throws -> String {
        guard SecretName.isValid(name) else { throw StoreError(.secretStore, "“\(name)” is not a name of a secret.") }
        return file(named: name).path
    }
}

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
