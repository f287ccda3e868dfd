import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import Testing
import TinyModels

@testable import HearthVoice

/// Files that `scripts/setup` brings, and folders for what a test writes.
enum TestFiles {
    static let jfk = SpokenFiles.recording.path
    static let silero = SpokenFiles.recording.deletingLastPathComponent().appendingPathComponent(SileroFile.name).path
    static let vocabulary = SpokenFiles.vocabulary

    /// Whether the voice activity network and something to hear are there; that needs no whisper.cpp in the build.
    static var hasSilero: Bool { [jfk, silero].allSatisfy { FileManager.default.fileExists(atPath: $0) } }

    /// Whether whisper.cpp and what comes with it are there.
    static var hasWhisper: Bool { hasSilero && SpokenFiles.hasWhisper }

    static var hasPocketSphinx: Bool { PocketSphinxRecognizer.isInstalled }

    /// A program of this package, which lies beside the tests.
    static func program(_ name: String) -> URL {
        Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent().appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
    }

    static func has(_ tool: String) -> Bool { ToolLocator.path(of: tool) != nil }

    /// Runs the body with a folder that is gone afterwards.
    static func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-voice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    /// Runs a program to its end.
    static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(ToolLocator.path(of: tool)))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(tool) \(arguments)")
    }

    /// All samples of a recording.
    static func samples(_ source: any AudioSource) async throws -> [Float] {
        var samples: [Float] = []
        for try await chunk in source.chunks() where chunk.channel == 0 {
            #expect(chunk.start == samples.count)
            samples += chunk.samples
        }
        return samples
    }

    /// Processes that have this text among their arguments, or in the name of the file that they were handed.
    static func processes(with text: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.filter { entry in
            guard entry.allSatisfy(\.isNumber), entry != "\(ProcessInfo.processInfo.processIdentifier)",
                let data = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline"),
                let state = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8)
            else { return false }
            let isZombie = state.range(of: ") Z ") != nil
            // A decoder is handed its file as a descriptor and not by name.
            let file = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(entry)/fd/3")) ?? ""
            return !isZombie && (String(decoding: data, as: UTF8.self).contains(text) || file.contains(text))
        }
    }

    /// Waits until no such process is left; how long that takes is the machine's affair.
    static func waitForEnd(ofProcessesWith text: String) async throws -> Bool {
        for _ in 0..<600 {
            if processes(with: text).isEmpty { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}

extension SeededGenerator {
    /// -1 to 1.
    mutating func sample() -> Float { Float(Int32(truncatingIfNeeded: next() >> 32)) / 2_147_483_648 }
}
