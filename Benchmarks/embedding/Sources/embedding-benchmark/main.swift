import Foundation
import HearthCore
import HearthEmbedding

// Serves `compare.py`: one line of JSON in, one line out, so that both sides run in turn inside one measurement.
//   {"texts": [...]}                    → {"seconds": wall, "cpu": seconds of all threads}
//   {"texts": [...], "vectors": true}   → also {"vectors": [[...]]}
//   {"texts": [...], "tokens": true}    → {"tokens": [[...]], "ends": [[...]]}

struct Request: Decodable {
    var texts: [String]
    var vectors: Bool?
    var tokens: Bool?
}

struct Answer: Encodable {
    var seconds: Double?
    var cpu: Double?
    var vectors: [[Float]]?
    var tokens: [[Int32]]?
    var ends: [[Int]]?
    /// The most memory that this process has had, in MB (Linux).
    var peakMemory: Double?
}

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func peakMemory() -> Double? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Double($0.split(whereSeparator: { $0 == " " || $0 == "\t" })[1]) }.map { $0 / 1024 }
}

guard CommandLine.arguments.count >= 2 else {
    print("usage: embedding-benchmark MODEL.gguf [THREADS]")
    exit(2)
}
let threads = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) : nil
let started = seconds(CLOCK_MONOTONIC)
let encoder = try SentenceEncoder(modelAt: CommandLine.arguments[1], threads: threads)
let ready = seconds(CLOCK_MONOTONIC) - started
FileHandle.standardError.write(Data("opened the model in \(Int(ready * 1000)) ms\n".utf8))

while let line = readLine() {
    let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
    var answer = Answer()
    if request.tokens == true, let tokenizer = encoder.tokenizer as? WordPieceTokenizer {
        answer.tokens = request.texts.map { tokenizer.tokens(of: $0) }
        answer.ends = request.texts.map { tokenizer.tokenEnds(in: $0) }
    } else {
        let wall = seconds(CLOCK_MONOTONIC)
        let cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
        let vectors = try await encoder.embed(request.texts)
        answer.seconds = seconds(CLOCK_MONOTONIC) - wall
        answer.cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu
        answer.peakMemory = peakMemory()
        if request.vectors == true { answer.vectors = vectors }
    }
    print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
    fflush(nil)
}
