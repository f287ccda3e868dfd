import Foundation
import HearthCore

/// A file for a program that cannot be handed bytes; only this user can read it.
struct TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        else { throw DocumentError(.notReadable, "Cannot write a temporary file to \(path).") }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
