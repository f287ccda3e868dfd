import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The code of the error that `body` throws, or `nil` when it throws none.
func code(_ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? any ReadableError)?.code ?? "\(error)"
    }
}

extension TemporaryStore {
    /// Every byte of every file in the folder.
    func bytesOnDisk() throws -> Data {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .reduce(into: Data()) { $0 += (try? Data(contentsOf: $1)) ?? Data() }
    }

    /// Changes one byte of the database file.
    func flipByte(at offset: Int) throws {
        let file = StoreFiles(folder: folder).database
        var data = try Data(contentsOf: file)
        data[offset] ^= 0x10
        try data.write(to: file)
    }
}

/// The program StoreCrashHelper, which lies beside the tests.
struct Helper {
    static let program =
        Bundle.allBundles.map(\.bundleURL).map { $0.deletingLastPathComponent() }
        .map { $0.appending(path: "StoreCrashHelper") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "StoreCrashHelper")

    let process = Process()
    private let output = Pipe()

    init(_ arguments: String...) throws {
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
    }

    /// Waits until the process has ended and returns the lines it printed.
    func lines() -> [String] {
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func kill() {
        sendSignal(process.processIdentifier, SIGKILL)
    }
}

private func sendSignal(_ process: Int32, _ signal: Int32) {
    _ = kill(process, signal)
}
