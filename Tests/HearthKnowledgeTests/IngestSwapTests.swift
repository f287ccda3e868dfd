import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Synchronization
import Testing

@testable import HearthKnowledge

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Somebody who may write to the folder exchanges a folder, or a file, for a link while it is read.
@Suite struct IngestSwapTests {
    private final class Flag: Sendable {
        private let state = Mutex(false)
        var isSet: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }

    @Test func nothingOutsideIsReadHoweverLinksComeAndGo() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let base = store.folder.resolvingSymlinksInPath().appending(path: "files").path
        let files = FileManager.default
        for folder in ["/root/sub", "/outside"] {
            try files.createDirectory(atPath: base + folder, withIntermediateDirectories: true)
        }
        for number in 0..<40 {
            try Data("Inside, note \(number) of the garden.".utf8)
                .write(to: URL(fileURLWithPath: base + "/root/sub/\(number).txt"))
            try Data("OUTSIDESECRET number \(number), not for anybody.".utf8)
                .write(to: URL(fileURLWithPath: base + "/outside/\(number).txt"))
        }
        try Data("Inside, alone.".utf8).write(to: URL(fileURLWithPath: base + "/root/one.txt"))
        try Data("OUTSIDESECRET alone.".utf8).write(to: URL(fileURLWithPath: base + "/outside/one.txt"))

        let stop = Flag()
        let ended = Flag()
        let swapper = Thread {
            while !stop.isSet {
                for (name, target) in [("sub", "../outside"), ("one.txt", "../outside/one.txt")] {
                    let place = base + "/root/" + name
                    rename(place, base + "/" + name)
                    symlink(target, place)
                    unlink(place)
                    rename(base + "/" + name, place)
                }
            }
            ended.set()
        }
        swapper.start()
        let ingestor = Ingestor(library: database, embedder: nil)
        for _ in 0..<6 {
            for try await _ in ingestor.ingest([base + "/root"]) {}
        }
        stop.set()
        while !ended.isSet { await Task.yield() }
        #expect(try await database.scan(for: [Array("OUTSIDESECRET".utf8)]) == 0)
        // And what is inside is read when nobody plays with it.
        for try await _ in ingestor.ingest([base + "/root"]) {}
        #expect(try await database.counts().documents == 41)
    }

    @Test func filesThatWereFoundAreReadAsWhatTheyWereThen() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let base = store.folder.resolvingSymlinksInPath().appending(path: "files").path
        try FileManager.default.createDirectory(atPath: base + "/root", withIntermediateDirectories: true)
        try Data("Inside.".utf8).write(to: URL(fileURLWithPath: base + "/root/a.txt"))
        try Data("OUTSIDESECRET.".utf8).write(to: URL(fileURLWithPath: base + "/b.txt"))
        let found = FileFinder().find([base + "/root"])
        unlink(base + "/root/a.txt")
        symlink("../b.txt", base + "/root/a.txt")
        var codes: [String] = []
        for try await event in Ingestor(library: database, embedder: nil).ingest(found: found) {
            if case .file(let report) = event { codes.append(report.problem?.code ?? "read") }
        }
        #expect(codes == ["leads-out"])
        #expect(try await database.counts().documents == 0)
    }
}
