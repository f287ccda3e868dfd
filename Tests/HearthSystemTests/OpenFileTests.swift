import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct OpenFileTests {
    private func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-open-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: made) }
        let resolved = try #require(realpath(made.path, nil))
        defer { free(resolved) }
        return try body(String(cString: resolved))
    }

    #if os(Linux)
    @Test func bytesBecomeAFileThatHasNoNameAndCannotBeChanged() throws {
        let file = try OpenFile(holding: Array("hello".utf8))
        #expect(try file.bytes(count: 100) == Array("hello".utf8))
        #expect(try file.bytes(from: 1, count: 3) == Array("ell".utf8))
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.descriptor)")
        #expect(link.hasPrefix("/memfd:"))
        #expect(write(file.descriptor, "x", 1) == -1 && ftruncate(file.descriptor, 0) == -1)
    }
    #endif

    @Test func onlyRegularFilesAreOpened() throws {
        for path in ["/", "/dev/zero", "/nonexistent", "a\0b"] {
            #expect(throws: SystemError.self) { _ = try OpenFile(path: path) }
        }
    }

    @Test func noLinkAndNothingAboveIsOpened() throws {
        try withFolder { root in
            try FileManager.default.createDirectory(atPath: root + "/in/deep", withIntermediateDirectories: true)
            try Data("inside".utf8).write(to: URL(fileURLWithPath: root + "/in/deep/a"))
            try Data("outside".utf8).write(to: URL(fileURLWithPath: root + "/out"))
            symlink("../out", root + "/in/link")
            symlink("..", root + "/in/up")
            let folder = try OpenFolder(withoutLinks: root + "/in")
            #expect(try folder.file("deep/a").bytes(count: 10) == Array("inside".utf8))
            #expect(try folder.folder("deep").file("a").size == 6)
            for path in ["link", "up/out", "../out", "deep/../../out", "/etc/passwd"] {
                #expect(throws: SystemError.self) { _ = try folder.file(path) }
            }
            #expect(throws: SystemError.self) { _ = try folder.folder("up") }
            #expect(throws: SystemError.self) { _ = try OpenFolder.file(withoutLinks: root + "/in/up/out") }
            #expect(try OpenFolder.file(withoutLinks: root + "/out").size == 7)
            let items = try folder.items()
            #expect(items.map(\.name) == ["deep", "link", "up"] && items.map(\.kind) == [.folder, .link, .link])
        }
    }

    @Test func newFilesAreTheirOwnersFromTheFirstByteWhateverTheUmask() throws {
        try withFolder { root in
            let before = umask(0)
            defer { umask(before) }
            try NewFile.makeFolder(root + "/a/b")
            let handle = try NewFile.create(root + "/a/b/c")
            func mode(_ path: String) -> mode_t {
                var status = stat()
                return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
            }
            #expect(mode(root + "/a") == 0o700 && mode(root + "/a/b") == 0o700 && mode(root + "/a/b/c") == 0o600)
            try handle.close()
            #expect(throws: SystemError.self) { try NewFile.write(Data(), to: root + "/a/b/c") }
            // An error names the file that somebody asked for, and not the one that it is made in.
            let nowhere = #expect(throws: SystemError.self) {
                try NewFile.replace(root + "/nowhere/c", with: Data())
            }
            #expect(nowhere?.message.hasPrefix(root + "/nowhere/c cannot be written") == true)
            try NewFile.replace(root + "/a/b/c", with: Data("new".utf8))
            #expect(try OpenFile(path: root + "/a/b/c").size == 3 && mode(root + "/a/b/c") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/a/b") == ["c"])
        }
    }

    /// By which of two files that were sent the later one is told.
    @Test func theTimeOfAFileIsKeptFinelyEnoughToTellWhichIsLater() throws {
        try withFolder { root in
            let sent = [Date(timeIntervalSince1970: 1_700_000_000.25), Date(timeIntervalSince1970: 1_700_000_000.251)]
            for (name, time) in zip(["/a", "/b"], sent) {
                try NewFile.write(Data("text".utf8), to: root + name)
                try NewFile.setModified(time, of: root + name)
                let found = try OpenFile(path: root + name).modified
                #expect(abs(found - time.timeIntervalSince1970) < 0.0005)
            }
            #expect(try OpenFile(path: root + "/a").modified < OpenFile(path: root + "/b").modified)
            #expect(throws: SystemError.self) { try NewFile.setModified(sent[0], of: root + "/none") }
        }
    }

    @Test func aFileThatIsWrittenInPiecesIsWholeOrNotThere() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/hearth-pieces-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(throws: CancellationError.self) {
            try await NewFile.write(to: path) { file in
                try file.append(Data("half".utf8))
                throw CancellationError()
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try await NewFile.write(to: path) { file in
            try file.append(Data("half ".utf8))
            try file.append(Data("and half".utf8))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "half and half")
        await #expect(throws: SystemError.self) { try await NewFile.write(to: path) { _ in } }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "half and half", "what was there stays")
    }
}

// MARK: -

@Suite struct PresentPathTests {
    private func document(_ paths: [String]) -> StoredDocument {
        StoredDocument(
            id: "1", contentHash: ContentHash(of: [1]), processing: "", format: .text, title: nil, language: nil,
            label: .personal, createdAt: nil, ingestedAt: Date(timeIntervalSince1970: 0), byteCount: 1, pageCount: 1,
            chunkCount: 0, chunkIDs: 0..<0, warnings: [], paths: paths)
    }

    @Test func aFileThatWasMovedIsNamedWhereItIs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-present-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (former, now) = (folder.appending(path: "former.txt").path, folder.appending(path: "now.txt").path)
        try Data("a".utf8).write(to: URL(filePath: now))
        #expect(document([former, now]).presentPath == now)
        #expect(document([former]).presentPath == former, "the only one there is")
        #expect(document([former, former + "2"]).presentPath == former, "where none is there")
    }

    @Test func aNameThatIsNoPathIsTakenForThere() {
        #expect(document(["/nowhere/a.txt", "uploads/a.txt"]).presentPath == "uploads/a.txt")
        #expect(document([]).presentPath == nil)
    }
}
