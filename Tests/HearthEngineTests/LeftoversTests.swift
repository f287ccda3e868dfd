import Foundation
import HearthRegistry
import HearthStore
import Testing

@testable import HearthEngine

@Suite("What a killed program left")
struct LeftoversTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
    private let models: URL

    init() throws {
        models = ModelFiles(dataFolder: folder).registry.folder
        for place in [folder, folder.appending(path: "model-cache"), models.appending(path: ".partial")] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
    }

    private func write(_ name: String, _ text: String = "x") throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    @Test func `Half-written files go when nobody can be writing them any more, and nothing else`() throws {
        let id = UUID().uuidString
        let left = [
            "settings.json.\(id)", "ledger.anchor.incoming.\(id)", "page.html.1A2B3C4D.partial",
            ".hearth-\(id).partial",
            "model-cache/abc.0f0f0f0f.partial",
        ]
        let own = ["notes.partial", "my.holidays.partial", "settings.json", "model-cache/abc.state"]
        for name in left + own { try write(name) }
        Leftovers.sweep(folder)
        #expect((left + own).allSatisfy(isThere))
        Leftovers.sweep(folder, now: Date(timeIntervalSinceNow: 4_000))
        #expect(left.filter(isThere).isEmpty && own.allSatisfy(isThere))
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `Of a killed backup everything goes from the folder of the next one, and no other file`() throws {
        let id = UUID().uuidString
        let left = ["", "-journal", "-wal", "-shm"].map { ".hearth-\(id).partial\($0)" }
        let own = ["letter.1A2B3C4D.partial", ".hearth-notes.partial", ".hearth-\(id)", "hearth.backup"]
        for name in left + own { try write(name) }
        Leftovers.sweepBackups(in: folder)
        #expect((left + own).allSatisfy(isThere))
        Leftovers.sweepBackups(in: folder, now: Date(timeIntervalSinceNow: 4_000))
        #expect(left.filter(isThere).isEmpty && own.allSatisfy(isThere))
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `What a restore left goes at once, unless the store is open`() throws {
        let names = ["hearth.sqlite.incoming", "ledger.anchor.incoming"]
        for name in names { try write(name) }
        let lock = try FolderLock(StoreFiles(folder: folder).lock, mode: .shared, timeout: 0)
        Leftovers.sweep(folder)
        #expect(names.allSatisfy(isThere))
        try #require(lock).release()
        Leftovers.sweep(folder)
        #expect(names.filter(isThere).isEmpty && !isThere("ledger.anchor"))
        // The database took its place: the anchor is the one that goes with it.
        try write("ledger.anchor.incoming", "new")
        try write("ledger.anchor", "old")
        Leftovers.sweep(folder)
        #expect(!isThere("ledger.anchor.incoming"))
        #expect(try String(contentsOf: folder.appending(path: "ledger.anchor"), encoding: .utf8) == "new")
        try FileManager.default.removeItem(at: folder)
    }
}
