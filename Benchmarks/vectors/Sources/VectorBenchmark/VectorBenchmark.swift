import Foundation
import HearthCore
import HearthStore
import HearthTesting

/// Stores vectors read from a file of little-endian Float32, searches for others, and writes measures and results as JSON.
///
///     VectorBenchmark VECTORS QUERIES DIMENSION STORE-FOLDER [THREADS]
@main
enum VectorBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5, let dimension = Int(arguments[3]) else {
            print("VectorBenchmark VECTORS QUERIES DIMENSION STORE-FOLDER [THREADS]")
            exit(64)
        }
        let folder = URL(filePath: arguments[4])
        let configuration = HearthDatabase.Configuration(
            folder: folder, key: TemporaryStore.testKey,
            searchThreads: arguments.count > 5 ? Int(arguments[5]) ?? 1 : 1)
        var report: [String: Any] = [:]
        let clock = ContinuousClock()
        if !configuration.files.databaseExists {
            let time = try await clock.measure {
                try await store(URL(filePath: arguments[1]), dimension, configuration)
            }
            report["store_s"] = seconds(time)
        }
        let open = clock.now
        let database = try HearthDatabase(configuration)
        report["open_ms"] = seconds(clock.now - open) * 1_000
        let queries = try read(URL(filePath: arguments[2]), dimension, from: 0, count: .max)
        let (load, cpu) = (clock.now, processorSeconds())
        // The first search brings the vectors into memory.
        if let first = queries.first { _ = try await database.nearest(to: first, limit: 10) }
        report["load_s"] = seconds(clock.now - load)
        report["load_cpu_s"] = processorSeconds() - cpu
        report["rss_mb"] = residentMegabytes()
        var times: [Double] = []
        var results: [[Int64]] = []
        // Reading as many bytes as the codes have, between the searches, so that both meet the same neighbours on the bus.
        let count = try Data(contentsOf: URL(filePath: arguments[1]), options: .mappedIfSafe).count / (dimension * 4)
        let codes = [SIMD8<UInt64>](repeating: SIMD8(repeating: 1), count: count * ((dimension + 63) / 64))
        var streams: [Double] = []
        var checksum = SIMD8<UInt64>()
        for round in 0..<3 {
            for query in queries {
                let begin = clock.now
                checksum &+= sum(codes)
                streams.append(seconds(clock.now - begin) * 1_000)
                let start = clock.now
                let found = try await database.nearest(to: query, limit: 10)
                times.append(seconds(clock.now - start) * 1_000)
                if round == 0 { results.append(found.map { $0.chunkID - 1 }) }
            }
        }
        report["times_ms"] = times
        report["stream_ms"] = streams
        report["checksum"] = checksum.wrappedSum()  // so that the reading is not optimised away
        report["results"] = results
        report["rss_after_mb"] = residentMegabytes()
        print(String(decoding: try JSONSerialization.data(withJSONObject: report), as: UTF8.self))
        try database.close()
    }

    private static func sum(_ codes: [SIMD8<UInt64>]) -> SIMD8<UInt64> {
        codes.withUnsafeBufferPointer { codes in
            var (a, b, c, d) = (SIMD8<UInt64>(), SIMD8<UInt64>(), SIMD8<UInt64>(), SIMD8<UInt64>())
            for at in stride(from: 0, to: codes.count - 3, by: 4) {
                a &+= codes[at]
                b &+= codes[at + 1]
                c &+= codes[at + 2]
                d &+= codes[at + 3]
            }
            return a &+ b &+ c &+ d
        }
    }

    /// 1,000 chunks a document, 10 documents a transaction.
    private static func store(_ file: URL, _ dimension: Int, _ configuration: HearthDatabase.Configuration) async throws
    {
        let database = try HearthDatabase(configuration)
        var start = 0
        while true {
            let vectors = try read(file, dimension, from: start, count: 10_000)
            if vectors.isEmpty { break }
            let batch = stride(from: 0, to: vectors.count, by: 1_000).map { offset in
                let part = Array(vectors[offset..<min(vectors.count, offset + 1_000)])
                var document = SampleDocuments(chunkCount: part.count, wordsPerChunk: 1, dimension: nil)
                    .document(start + offset)
                document.vectors = ChunkVectors(modelID: "benchmark", vectors: part)
                return Ingestion(
                    source: SampleDocuments().source("/\(start + offset)", of: document), document: document)
            }
            try await database.store(batch)
            start += vectors.count
        }
        try database.close()
    }

    private static func read(_ file: URL, _ dimension: Int, from first: Int, count: Int) throws -> [[Float]] {
        let handle = try FileHandle(forReadingFrom: file)
        try handle.seek(toOffset: UInt64(first * dimension * 4))
        let data = count == .max ? try handle.readToEnd() : try handle.read(upToCount: count * dimension * 4)
        try handle.close()
        return (data ?? Data()).withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: dimension * 4).map { offset in
                (0..<dimension).map { bytes.loadUnaligned(fromByteOffset: offset + $0 * 4, as: Float.self) }
            }
        }
    }

    /// Processor time of this process: what a duration would be on a machine with nothing else to do.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    private static func residentMegabytes() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Double($0) }.map { $0 / 1_024 }
            ?? 0
    }
}
