import Foundation
import HearthCore
import HearthKnowledge
import Testing

@testable import HearthEngine

/// Folders that a library in a file is kept in step with.
@Suite("Folders")
struct FoldersTests {
    private let home: TemporaryFolder
    private let papers: TemporaryFolder
    private let hearth: Hearth

    init() throws {
        (home, papers) = (try TemporaryFolder(), try TemporaryFolder())
        hearth = try Hearth(folder: home.url)
    }

    private func look() async throws -> FolderReport {
        var found: FolderReport?
        for try await event in try await hearth.folders.refresh() {
            if case .report(let report) = event { found = report }
        }
        return try #require(found)
    }

    @Test func aFolderIsReadAndKnownToAnotherProcess() async throws {
        try papers.write("lease.md", "The lease ends in May.")
        let state = try await hearth.folders.add(FolderAddition(path: papers.url.path, name: "papers", label: .private))
        #expect(state.status.label == .private && state.following == nil && !state.isLooking)
        #expect(try await look().added == 1)
        let document = try #require(try await hearth.documents.list().first)
        #expect(document.label == .private)
        // As after a restart: what is known of files is in the library.
        let other = try Hearth(folder: home.url)
        let again = try #require(try await other.folders.list().first)
        #expect(again.status.files == [.read: 1] && again.status.folder.lookedAt != nil)
        let files = try await other.folders.files(of: "papers")
        #expect(files.map(\.path) == ["lease.md"] && files[0].stamp.size == 22)
    }

    /// The data folder has the keys, and decides who may read everything else.
    @Test func aDataFolderIsNoneToBeKeptInStep() async throws {
        try await hearth.open()
        for path in [home.url.path, home.url.appendingPathComponent("models").path] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            await #expect(throws: FolderError.self) { try await hearth.folders.add(FolderAddition(path: path)) }
        }
        #expect(try await hearth.folders.list().isEmpty)
    }

    @Test func oneProcessKeepsFoldersInStep() async throws {
        let first = try await hearth.folders.watch()
        let other = try Hearth(folder: home.url)
        await #expect(throws: FolderError.self) { _ = try await other.folders.watch() }
        // Dropped, it lets another one do it.
        withExtendedLifetime(first) {}
        _ = first
    }

    /// Who follows folders by itself must not begin a new library in the place of one that was deleted.
    @Test func whatWasDeletedIsNotOpenedAgainByWhoeverFollowsFolders() async throws {
        try papers.write("lease.md", "The lease ends in May.")
        try await hearth.folders.add(FolderAddition(path: papers.url.path))
        _ = try await look()
        try await hearth.data.deleteEverything()
        await #expect(throws: FolderError.self) { _ = try await hearth.folders.watch() }
        #expect(!FileManager.default.fileExists(atPath: home.url.appendingPathComponent("hearth.sqlite").path))
        // Somebody who adds a folder begins anew.
        try await hearth.folders.add(FolderAddition(path: papers.url.path))
        #expect(try await look().added == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func aFolderThatIsAddedWhileFoldersAreFollowedIsReadByItself() async throws {
        try papers.write("lease.md", "The lease ends in May.")
        let past = Date(timeIntervalSinceNow: -60)
        try FileManager.default.setAttributes(
            [.modificationDate: past], ofItemAtPath: papers.url.appendingPathComponent("lease.md").path)
        let events = try await hearth.folders.watch()
        try await hearth.folders.add(FolderAddition(path: papers.url.path, name: "papers"))
        for try await event in events {
            if case .report(let report) = event, report.added == 1 { break }
        }
        #expect(try await hearth.documents.list().count == 1)
    }
}
