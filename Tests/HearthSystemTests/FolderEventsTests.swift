#if os(Linux)
import Foundation
import Testing

@testable import HearthSystem

/// A folder that is watched for one test, with one in it.
private final class WatchedFolder {
    let folder: String
    let events: FolderEvents
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("events-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("sub"), withIntermediateDirectories: true)
        events = try FolderEvents(listNames: [".list", ".store"])
        folder = url.resolvingSymlinksInPath().path
        #expect(events.follow(folder, folders: [folder, folder + "/sub"]) == .everywhere)
    }

    deinit {
        events.stop()
        try? FileManager.default.removeItem(at: url)
    }
}

/// What the kernel tells of folders.
struct FolderEventsTests {
    /// Takes what is told until it holds what is expected.
    private func changes(
        _ events: FolderEvents, until isDone: (FolderChanges) -> Bool
    ) async -> FolderChanges {
        var found = events.take()
        guard !isDone(found) else { return found }
        for await _ in events.bell {
            found.add(events.take())
            if isDone(found) { break }
        }
        return found
    }

    @Test(.timeLimit(.minutes(1)))
    func foldersInWhichFilesChangeAndFoldersThatComeAreTold() async throws {
        let watched = try WatchedFolder()
        defer { withExtendedLifetime(watched) {} }
        let (folder, events) = (watched.folder, watched.events)
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/sub/a.md"))
        try FileManager.default.createDirectory(atPath: folder + "/new", withIntermediateDirectories: false)
        let found = await changes(events) {
            $0.folders.contains(folder + "/sub") && $0.trees.contains(folder + "/new")
        }
        #expect(!found.isEverything && !found.folders.contains(folder))
    }

    /// It is told of what is in it by its new name, once it is watched there.
    @Test(.timeLimit(.minutes(1)))
    func aFolderThatMovesIsToldInBothPlacesAndForgotten() async throws {
        let watched = try WatchedFolder()
        defer { withExtendedLifetime(watched) {} }
        let (folder, events) = (watched.folder, watched.events)
        try FileManager.default.moveItem(atPath: folder + "/sub", toPath: folder + "/moved")
        let moved = await changes(events) { $0.trees.isSuperset(of: [folder + "/sub", folder + "/moved"]) }
        #expect(!moved.isEverything)
        #expect(events.follow(folder, folders: [folder + "/moved"]) == .everywhere)
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/moved/a.md"))
        _ = await changes(events) { $0.folders.contains(folder + "/moved") }
    }

    @Test(.timeLimit(.minutes(1)))
    func aListHasToDoWithAllBelowItsFolder() async throws {
        let watched = try WatchedFolder()
        defer { withExtendedLifetime(watched) {} }
        let (folder, events) = (watched.folder, watched.events)
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/sub/.list"))
        let found = await changes(events) { $0.trees.contains(folder + "/sub") }
        #expect(!found.folders.contains(folder + "/sub"))
        // It may be a folder, as Git's own is.
        try FileManager.default.createDirectory(atPath: folder + "/.store", withIntermediateDirectories: false)
        _ = await changes(events) { $0.trees.isSuperset(of: [folder, folder + "/.store"]) }
    }

    @Test(.timeLimit(.minutes(1)))
    func aFolderThatIsGoneIsTold() async throws {
        let watched = try WatchedFolder()
        defer { withExtendedLifetime(watched) {} }
        let (folder, events) = (watched.folder, watched.events)
        try FileManager.default.removeItem(atPath: folder)
        _ = await changes(events) { $0.trees.contains(folder) }
    }

    @Test func manyChangesAreOneWordForEverything() {
        let box = ChangeBox()
        for number in 0...ChangeBox.most { box.add { $0.folders.insert("/\(number)") } }
        let found = box.take()
        #expect(found.isEverything && found.folders.isEmpty)
        #expect(box.take().isEmpty)
    }
}
#endif
