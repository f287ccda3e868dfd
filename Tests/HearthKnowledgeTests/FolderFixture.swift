import Foundation
import Testing

@testable import HearthKnowledge

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for one test.
final class FolderFixture: Sendable {
    private let root: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("folders-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        root = try #require(FileFinder.realPath(url.path))
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { name.isEmpty ? root : root + "/" + name }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

    func write(_ name: String, _ data: Data) throws {
        try makeFolder((name as NSString).deletingLastPathComponent)
        try data.write(to: URL(fileURLWithPath: path(name)))
    }

    func rename(_ name: String, _ other: String) throws {
        try makeFolder((other as NSString).deletingLastPathComponent)
        // What stands at the other name goes, as with an editor that saves a file.
        guard moveFile(path(name), path(other)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: path(target))
    }

    func time(_ name: String) throws -> Date {
        try #require(try FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date)
    }

    func set(_ time: Date, of name: String) throws {
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path(name))
    }

    func knowsItsDisk(_ name: String) -> Bool {
        var volume = statvfs()
        return statvfs(path(name), &volume) == 0 && volume.f_fsid != 0
    }
}

/// Not in the class, whose own function has the same name.
private func moveFile(_ from: String, _ to: String) -> Int32 { rename(from, to) }
