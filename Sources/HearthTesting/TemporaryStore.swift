public import Foundation
public import HearthCore
public import HearthStore

/// A store in a folder of its own that goes away with it.
///
/// Keep a reference while the database is used: the folder is removed when the last one goes.
public final class TemporaryStore: Sendable {
    public let folder: URL
    public let key: Secret

    /// - Parameter key: by default a fixed one, so that a failure can be repeated.
    public init(key: Secret = TemporaryStore.testKey) throws {
        self.key = key
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A key for tests only.
    public static let testKey = Secret(bytes: (0..<32).map { UInt8($0 &* 7 &+ 3) })

    public var configuration: HearthDatabase.Configuration {
        HearthDatabase.Configuration(folder: folder, key: key)
    }

    /// Opens the store; may be called again after closing.
    public func open() throws -> HearthDatabase {
        try HearthDatabase(configuration)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
