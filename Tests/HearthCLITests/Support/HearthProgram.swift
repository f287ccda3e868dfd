import Foundation
import Testing

/// The real `hearth` binary in a data folder of its own.
struct HearthProgram: ~Copyable {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        /// Standard output as JSON objects, one a line.
        var lines: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
            }
        }
    }

    let folder: URL
    /// The data folder.
    var home: URL { folder.appendingPathComponent("home", isDirectory: true) }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("hearth-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes an input file below the test's folder and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

    @discardableResult
    func write(_ name: String, _ data: Data) throws -> String {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        return url.path
    }

    func run(
        _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(arguments, input: input, environment: environment)
    }

    func run(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = try start(arguments, environment: environment)
        let output = process.standardOutput as! Pipe
        let errors = process.standardError as! Pipe
        if let input { (process.standardInput as! Pipe).fileHandleForWriting.write(Data(input.utf8)) }
        try? (process.standardInput as! Pipe).fileHandleForWriting.close()
        // Standard error is read on a thread of its own: a full pipe must not hold the program up.
        let collected = Collected()
        let thread = Thread { collected.set(errors.fileHandleForReading.readDataToEndOfFile()) }
        thread.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: text, errors: String(decoding: collected.wait(), as: UTF8.self))
    }

    /// The program under a trace of its system calls, children included, not started yet. There is no test without strace:
    /// `scripts/setup` brings it, and a machine that lacks it must not pass.
    ///
    /// - Parameter calls: Which system calls are wanted, as strace names them.
    func tracing(
        _ calls: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (process: Process, log: URL) {
        let tracer = try #require(
            ["/usr/bin/strace", "/usr/local/bin/strace", "/bin/strace"].first {
                FileManager.default.isExecutableFile(atPath: $0)
            }, "strace is missing; scripts/setup installs it")
        let log = folder.appendingPathComponent("trace-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tracer)
        process.arguments = ["-f", "-qq", "-e", "trace=" + calls, "-o", log.path, Self.binary.path] + arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(["HEARTH_HOME": home.path]) { $1 }
            .merging(environment) { $1 }
        return (process, log)
    }

    /// Starts the program without waiting for it.
    func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = Self.binary
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var all = ProcessInfo.processInfo.environment
        all["HEARTH_HOME"] = home.path
        all.merge(environment) { $1 }
        process.environment = all
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        process.standardInput = Pipe()
        try process.run()
        return process
    }

    /// The program that the same build made: it lies beside the test bundle.
    static let binary: URL = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(fileURLWithPath: argument).resolvingSymlinksInPath()
        }
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("hearth")
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory), !isDirectory.boolValue
            {
                return candidate
            }
        }
        return URL(fileURLWithPath: "/nonexistent/hearth")
    }()
}

/// Bytes that another thread collects.
private final class Collected: @unchecked Sendable {
    // Guarded by `condition`.
    private var data: Data?
    private let condition = NSCondition()

    func set(_ data: Data) {
        condition.lock()
        self.data = data
        condition.broadcast()
        condition.unlock()
    }

    func wait() -> Data {
        condition.lock()
        defer { condition.unlock() }
        while data == nil { condition.wait() }
        return data ?? Data()
    }
}
