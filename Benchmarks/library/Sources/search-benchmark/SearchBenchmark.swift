import Foundation
import HearthCore
import HearthKnowledge
import HearthStore

/// Serves `measure.py`: fills an encrypted store from a folder, without an embedding model, and searches it. One line of JSON in, one
/// line out, so that both sides run in turn inside one measurement.
///
///     search-benchmark STORE-FOLDER FILES CHUNKS      writes the text of each passage as a line of JSON to CHUNKS
///         → {"chunks": 100000, "seconds": 60.1, "bytes": 400000000}
///     {"query": "…"}
///         → {"letters": 5.1, "stems": 4.2, "found": 10}      milliseconds, with the look at letters and without
@main
enum SearchBenchmark {
    struct Filled: Encodable {
        var chunks: Int
        var seconds: Double
        var bytes: Int
    }

    struct Request: Decodable { var query: String }

    struct Answer: Encodable {
        var letters: Double
        var stems: Double
        var found: Int
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            print("usage: search-benchmark STORE-FOLDER FILES CHUNKS")
            exit(64)
        }
        let folder = URL(filePath: arguments[1])
        let key = Secret.random(count: 32)
        var database = try HearthDatabase(.init(folder: folder, key: key))
        let start = ContinuousClock.now
        for try await event in Ingestor(library: database, embedder: nil).ingest([arguments[2]]) {
            guard case .summary(let summary) = event, summary.failed + summary.skipped > 0 else { continue }
            complain("\(summary.failed + summary.skipped) files could not be read")
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        // Closing writes the log back, so that it is not counted; the peer does the same.
        try database.close()
        let size = try bytes(in: folder)
        database = try HearthDatabase(.init(folder: folder, key: key))
        let count = try await write(database, to: URL(filePath: arguments[3]))
        try answer(Filled(chunks: count, seconds: seconds, bytes: size))

        let withLetters = Retriever(library: database, embedder: nil)
        var configuration = Retriever.Configuration()
        configuration.letterShare = 0
        let stemsAlone = Retriever(library: database, embedder: nil, configuration: configuration)
        var turn = 0
        while let line = readLine() {
            let query = try JSONDecoder().decode(Request.self, from: Data(line.utf8)).query
            var result = Answer(letters: 0, stems: 0, found: 0)
            // Each is first every other time: what the first one reads, the second one finds in memory.
            for isFirst in [true, false] {
                let looks = isFirst == turn.isMultiple(of: 2)
                let (time, found) = try await search(query, looks ? withLetters : stemsAlone)
                if looks { (result.letters, result.found) = (time, found) } else { result.stems = time }
            }
            turn += 1
            try answer(result)
        }
        try database.close()
    }

    /// Milliseconds, and how many passages were found.
    private static func search(_ query: String, _ retriever: Retriever) async throws -> (Double, Int) {
        let start = ContinuousClock.now
        let found = try await retriever.search(SearchRequest(text: query, limit: 10)).passages.count
        return ((ContinuousClock.now - start) / .milliseconds(1), found)
    }

    /// Writes the texts of all passages, for the peer, and returns how many they are. The ids of a new store have no gaps.
    private static func write(_ database: HearthDatabase, to file: URL) async throws -> Int {
        let count = try await database.counts().chunks
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw CocoaError(.fileWriteNoPermission)
        }
        let output = try FileHandle(forWritingTo: file)
        var written = 0
        for first in stride(from: 1, through: count, by: 1_000) {
            let ids = (first..<min(first + 1_000, count + 1)).map { Int64($0) }
            for chunk in try await database.chunks(ids: ids) {
                try output.write(contentsOf: JSONEncoder().encode([chunk.chunk.text]) + Data("\n".utf8))
                written += 1
            }
        }
        try output.close()
        guard written == count else {
            complain("\(count) passages are stored, and \(written) were read again")
            exit(1)
        }
        return count
    }

    /// Of all files in a folder.
    private static func bytes(in folder: URL) throws -> Int {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
            .reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    }

    private static func answer(_ value: some Encodable) throws {
        print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
        fflush(nil)
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("search-benchmark: \(text)\n".utf8))
    }
}
