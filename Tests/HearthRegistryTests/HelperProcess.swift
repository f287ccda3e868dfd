import Foundation

/// The program ModelDownloadHelper, which lies beside the tests.
final class HelperProcess: @unchecked Sendable {
    static let program =
        Bundle.allBundles.map(\.bundleURL).map { $0.deletingLastPathComponent() }
        .map { $0.appending(path: "ModelDownloadHelper") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ModelDownloadHelper")

    // Foundation's process is only asked for its id and its end, each from one task.
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: String...) throws {
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
    }

    /// Waits until the process has ended and returns the lines it printed.
    func lines() async -> [String] {
        await withCheckedContinuation { continuation in
            // A thread of its own: waiting must not take one of those that Swift's tasks share.
            Thread.detachNewThread { [self] in
                let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
                process.waitUntilExit()
                continuation.resume(
                    returning: String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
            }
        }
    }

    var status: Int32 { process.terminationStatus }

    func kill() { sendSignal(process.processIdentifier, SIGKILL) }
}

private func sendSignal(_ process: Int32, _ signal: Int32) {
    _ = kill(process, signal)
}
