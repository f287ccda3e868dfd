import Foundation
import HearthCore
import HearthSystem

/// The files of a task, on their way into the store and out of it: no worker needs the disk that they came to.
///
/// In the store they are encrypted as everything is. While a worker reads them they lie in `incoming/` of its data folder, for nobody
/// else to read; what a killed worker left of them goes when any command starts.
struct TaskFiles: Sendable {
    /// Puts a file into the store, part by part.
    static func send(_ path: String, as file: Int, of id: String, to store: any WorkStore) async throws {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        var number = 0
        // A megabyte at a time: a recording of a gigabyte is never in memory as a whole.
        while let piece = try handle.read(upToCount: WorkPart.bytes), !piece.isEmpty {
            try await store.keepWorkPart(piece, at: WorkPart(file: file, number: number), of: id)
            number += 1
        }
    }

    /// Where they lie while they are read.
    let folder: IncomingFolder
    /// In the order of the task.
    let paths: [String]
    /// When they were sent; `nil` where that is not known.
    let sentAt: Date?

    /// Takes the files of a task out of the store.
    ///
    /// - Parameters:
    ///   - names: What the files are called; of each, only the last part is used.
    ///   - sentAt: When they were sent. It is when they were changed last, so that of two of one name the later one holds, in whatever
    ///     order they are read.
    init(
        _ names: [String], of id: String, sentAt: Date? = nil, from store: any WorkStore, dataFolder: URL
    ) async throws {
        let folder = try Self.making { try IncomingFolder(in: dataFolder) }
        var paths: [String] = []
        do {
            for (index, name) in names.enumerated() {
                // A folder for each, with a number for its name, so that two files of one name do not meet.
                let own = folder.url.appending(path: String(index))
                let path = own.appending(path: Self.safe(name)).path
                try Self.making { try NewFile.makeFolder(own.path) }
                let writer = try Self.making { try NewFile.Writer(path) }
                var number = 0
                while let piece = try await store.workPart(WorkPart(file: index, number: number), of: id) {
                    try Self.making { try writer.append(piece) }
                    number += 1
                }
                try Self.making {
                    try writer.close()
                    if let sentAt { try NewFile.setModified(sentAt, of: path) }
                }
                paths.append(path)
            }
        } catch {
            folder.remove()
            throw error
        }
        (self.folder, self.paths, self.sentAt) = (folder, paths, sentAt)
    }

    func remove() { folder.remove() }

    /// Removes one file before the others.
    func remove(_ index: Int) { try? FileManager.default.removeItem(atPath: paths[index]) }

    /// A name that leads nowhere, whatever the store says.
    private static func safe(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\0" }).last.map(String.init) ?? ""
        return last.isEmpty || last == "." || last == ".." ? "file" : last
    }

    private static func making<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw cannotWrite }
    }

    static let cannotWrite = StoreError(
        .diskFull, "The file could not be kept; see whether the disk is full.")
}
