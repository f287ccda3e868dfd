import Foundation
import Testing

@testable import HearthSystem

@Suite struct FileVersionTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-version-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: made) }
        try body(made.path)
    }

    @Test func aFileThatNobodyTouchesIsTheSameVersion() throws {
        try withFolder { folder in
            try NewFile.write(Data("one".utf8), to: folder + "/a")
            let version = try #require(FileVersion(of: folder + "/a"))
            _ = try Data(contentsOf: URL(filePath: folder + "/a"))
            #expect(FileVersion(of: folder + "/a") == version)
        }
    }

    /// Two writes may come within one step of the clock that a disk keeps, and leave as many bytes.
    @Test func aFileThatWasReplacedIsAnotherVersionWhateverItsSizeAndTime() throws {
        try withFolder { folder in
            try NewFile.write(Data("one".utf8), to: folder + "/a")
            let time = Date(timeIntervalSince1970: 1_000_000)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder + "/a")
            let version = try #require(FileVersion(of: folder + "/a"))
            try NewFile.replace(folder + "/a", with: Data("two".utf8))
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder + "/a")
            #expect(FileVersion(of: folder + "/a") != version)
        }
    }

    @Test func aFileThatWasWrittenIntoIsAnotherVersion() throws {
        try withFolder { folder in
            try NewFile.write(Data("one".utf8), to: folder + "/a")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: folder + "/a")
            let version = try #require(FileVersion(of: folder + "/a"))
            let handle = try FileHandle(forWritingTo: URL(filePath: folder + "/a"))
            try handle.write(contentsOf: Data("two".utf8))
            try handle.close()
            #expect(FileVersion(of: folder + "/a") != version, "as long, at another time")
        }
    }

    @Test func aLinkIsTheFileItLeadsTo() throws {
        try withFolder { folder in
            try NewFile.write(Data("one".utf8), to: folder + "/a")
            try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "a")
            let version = try #require(FileVersion(of: folder + "/b"))
            #expect(version == FileVersion(of: folder + "/a"))
        }
    }

    @Test func whatIsNotThereHasNoVersion() throws {
        try withFolder { folder in
            try NewFile.write(Data("one".utf8), to: folder + "/a")
            #expect(FileVersion(of: folder + "/b") == nil && FileVersion(of: folder + "/a\0b") == nil)
        }
    }
}
