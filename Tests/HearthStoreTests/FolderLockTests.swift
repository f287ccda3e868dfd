import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

/// Waiting for another process that has the folder, as a restore does.
@Suite struct FolderLockTests {
    private let store: TemporaryStore
    private var file: URL { StoreFiles(folder: store.folder).lock }

    init() throws {
        store = try TemporaryStore()
        try store.open().close()
    }

    @Test func aStoreOpensWhenTheOtherIsDone() async throws {
        let other = try #require(try FolderLock(file, mode: .exclusive, timeout: 0))
        // More than the cooperative pool has threads: if waiting took one, nobody could let go.
        let openings = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<openings {
                group.addTask { [configuration = store.configuration] in
                    let database = try await HearthDatabase.opened(configuration)
                    let documents = try await database.counts().documents
                    try database.close()
                    return documents
                }
            }
            group.addTask {
                other.release()
                return 0
            }
            for try await documents in group { #expect(documents == 0) }
        }
    }

    @Test(arguments: [false, true]) func waitingEndsWhenItIsCancelled(isReadOnly: Bool) async throws {
        let other = try #require(try FolderLock(file, mode: .exclusive, timeout: 0))
        var configuration = store.configuration
        configuration.isReadOnly = isReadOnly
        // Far longer than a test may take.
        configuration.busyTimeout = 3_600
        let opening = Task { [configuration] in try await HearthDatabase.opened(configuration) }
        await Task.yield()
        opening.cancel()
        await #expect(throws: CancellationError.self) { _ = try await opening.value }
        other.release()
        try store.open().close()
    }

    @Test func whoeverDoesNotWaitIsToldThatItIsBusy() async throws {
        let other = try #require(try FolderLock(file, mode: .exclusive, timeout: 0))
        var configuration = store.configuration
        configuration.busyTimeout = 0
        #expect(await code { _ = try await HearthDatabase.opened(configuration) } == "busy")
        #expect(await code { _ = try HearthDatabase(configuration) } == "busy")
        other.release()
    }
}
