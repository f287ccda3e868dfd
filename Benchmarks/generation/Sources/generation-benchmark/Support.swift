import Foundation
import HearthCore

/// Numbers given on the command line, with their defaults.
struct Options {
    private var values = [
        "rounds": 5, "prompt": 512, "generate": 64, "threads": ProcessInfo.processInfo.activeProcessorCount,
        "requests": 4, "conversation": 4000,
    ]

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        while let name = rest.popFirst() {
            let key = String(name.drop { $0 == "-" })
            guard values[key] != nil, let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
                throw BenchmarkError(message: "unknown option \(name)")
            }
            values[key] = value
        }
    }

    subscript(_ name: String) -> Int { values[name] ?? 0 }
}

extension ModelRequest {
    /// Writes on from a text, taking the likeliest token each time.
    static func completion(_ text: String, limit: Int) -> ModelRequest {
        ModelRequest(
            task: .textCompletion, messages: [Message(.user, text)],
            options: GenerationOptions(temperature: 0, maxTokens: limit))
    }
}

extension LanguageModel {
    func complete(_ text: String, limit: Int) async throws -> ModelResponse {
        try await response(to: .completion(text, limit: limit))
    }
}

extension SplitMix {
    /// Random letters, each a token to the model of random weights.
    mutating func letters(_ count: Int) -> String {
        String((0..<count).map { _ in Character(UnicodeScalar(UInt8(97 + next() % 26))) })
    }
}

/// Seconds that the processor worked, which a busy machine disturbs less than the time that goes by.
enum ProcessorTime {
    /// For this process.
    static var own: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// For the processes that it started and that have ended.
    static var children: Double {
        var ticks = tms()
        times(&ticks)
        return Double(ticks.tms_cutime + ticks.tms_cstime) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

func text(_ value: Double, _ digits: Int = 1) -> String { String(format: "%.\(digits)f", value) }

/// What a program prints.
func output(of program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
}
