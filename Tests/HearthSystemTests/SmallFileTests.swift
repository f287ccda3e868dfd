import Foundation
import Testing

@testable import HearthSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Small files")
struct SmallFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("small-\(UUID().uuidString)")
    private var place: URL { folder.appendingPathComponent("inner/kept.json") }

    private func mode(_ url: URL) -> mode_t {
        var status = stat()
        return lstat(url.path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func `What is written is its owner's alone, and read again`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = SmallFile(place)
        #expect(file.read() == nil)
        for text in ["one", "another", ""] {
            try file.write(Data(text.utf8))
            #expect(file.read().map { String(decoding: $0, as: UTF8.self) } == text)
            #expect(mode(place) == 0o600 && mode(place.deletingLastPathComponent()) == 0o700)
        }
        // Nothing is left beside it.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.deletingLastPathComponent().path) == ["kept.json"]
        )
    }

    @Test func `Nothing is read of what is too large, and no link is followed, to read or to write`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try SmallFile(place).write(Data(repeating: 7, count: 100))
        #expect(SmallFile(place, mostBytes: 99).read() == nil && SmallFile(place, mostBytes: 100).read()?.count == 100)
        let other = folder.appendingPathComponent("other")
        try NewFile.write(Data("mine".utf8), to: other.path)
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        #expect(SmallFile(link).read() == nil)
        #expect(throws: SystemError.self) { try SmallFile(link).write(Data("theirs".utf8)) }
        #expect(SmallFile(other).read().map { String(decoding: $0, as: UTF8.self) } == "mine")
    }

    @Test func `A pipe or a folder in its place is no file, and is not waited for`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try NewFile.makeFolder(folder.path)
        let pipe = folder.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        for url in [pipe, folder, URL(fileURLWithPath: "/dev/zero")] {
            #expect(SmallFile(url).read() == nil)
            #expect(throws: SystemError.self) { try SmallFile(url).write(Data("x".utf8)) }
        }
    }
}
