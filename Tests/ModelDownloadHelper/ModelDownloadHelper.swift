// A process of its own for tests of HearthRegistry: one that can be killed, and whose memory can be measured or limited.
//
//   fetch URL FILE SECONDS LOG   fetches URL to FILE, making the part durable every SECONDS; writes a line to LOG after each
//                                piece that was written; prints "done SHA256" or the error's code, then "memory BYTES"
//   nobody URL FILE              the same as a user without rights
//   headers FILE COUNT SEED      reads COUNT damaged copies of a GGUF file with at most 256 MiB of memory; prints how many
//                                were read and how many were refused
import Foundation
import HearthCore
import HearthGGUF
import HearthRegistry
import HearthTesting
import HearthTransport
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@main
enum ModelDownloadHelper {
    static func main() async {
        let arguments = CommandLine.arguments
        do {
            switch arguments.dropFirst().first {
            case "fetch" where arguments.count == 6:
                guard let url = URL(string: arguments[2]), let interval = Double(arguments[4]) else { exit(64) }
                try await fetch(url, to: arguments[3], interval: interval, log: arguments[5])
            case "nobody" where arguments.count == 4:
                guard let url = URL(string: arguments[2]) else { exit(64) }
                // Without root's rights, which no folder resists; who has none keeps what it has.
                _ = setgid(65_534) == 0 && setuid(65_534) == 0
                try await fetch(url, to: arguments[3], interval: 1, log: "/dev/null")
            case "headers" where arguments.count == 5:
                try readHeaders(arguments[2], count: Int(arguments[3]) ?? 0, seed: UInt64(arguments[4]) ?? 0)
            default: exit(64)
            }
        } catch {
            report((error as? any ReadableError)?.code ?? "\(error)")
            exit(1)
        }
    }

    /// Prints a line at once: the process may be killed the next moment.
    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    // MARK: Fetching

    private static func fetch(_ url: URL, to path: String, interval: Double, log: String) async throws {
        let ledger = CountingLedger()
        let transport = try AsyncHTTPTransport(ledger: ledger)
        var configuration = DownloadConfiguration()
        configuration.synchronizationInterval = interval
        let open = configuration.open
        configuration.open = { LoggedFile(try open($0), log: try AppendedLog(log)) }
        let downloader = ModelDownloader(
            connection: ModelConnection(transport: transport, ledger: ledger), configuration: configuration)
        let request = DownloadRequest(urls: [url], destination: URL(filePath: path))
        for try await event in downloader.download(request) {
            if case .done(let file) = event { report("done \(file.sha256)") }
        }
        report("memory \(highestMemory())")
        await transport.shutdown()
    }

    /// The most bytes of memory that this process ever had at once.
    private static func highestMemory() -> Int {
        #if os(Linux)
        // Not `getrusage`: what that says begins with the memory of whoever started this process.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 1 << 40) * 1024
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }

    // MARK: Headers

    private static func readHeaders(_ path: String, count: Int, seed: UInt64) throws {
        let good = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #if canImport(Glibc)
        var limit = rlimit(rlim_cur: 256 << 20, rlim_max: 256 << 20)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        #endif
        var generator = SeededGenerator(seed: seed)
        var read = 0
        for number in 0..<count {
            var bytes = good
            damage(&bytes, kind: number % 4, &generator)
            guard let file = try? GGUFFile(data: Data(bytes), isComplete: number % 2 == 0) else { continue }
            // Everything that is concluded from a header, and every list in it.
            let header = ModelHeader(file)
            guard (header.name?.count ?? 0) <= 512, (header.languages?.count ?? 0) <= 256 else { exit(3) }
            let manifest = ModelFit(
                bytes: header.fileBytes, shape: header.shape, context: header.contextLength ?? 1,
                machine: MachineFacts(memory: 1 << 34, availableMemory: nil, freeDisk: nil, cores: 1))
            guard (manifest.estimate?.total ?? 0) >= 0 else { exit(3) }
            for key in file.metadata.keys.sorted().prefix(64) { _ = try? file.metadata[key]?.array?.values().count }
            read += 1
        }
        report("read \(read) refused \(count - read)")
    }

    /// Changes bytes anywhere, in the first hundred, a whole number at once, or cuts the file.
    private static func damage(_ bytes: inout [UInt8], kind: Int, _ generator: inout SeededGenerator) {
        guard bytes.count > 32 else { return }
        switch kind {
        case 0:
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
        case 1:
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 4..<min(100, bytes.count), using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
        case 2:
            let interesting: [UInt64] = [0, 1, 1 << 31, 1 << 32, 1 << 40, 1 << 62, 1 << 63, .max, .max - 7]
            let place = Int.random(in: 4...min(4096, bytes.count) - 8, using: &generator)
            let number = interesting.randomElement(using: &generator) ?? 0
            withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(place..<place + 8, with: $0) }
        default: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        }
    }
}

private final class CountingLedger: RoutingLedger {
    private let count = Mutex(0)

    func append(_ entry: LedgerEntry) async throws -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Says after each write when it was done and how long the file is: by the clock of this process, so that whoever judges it
/// later need not have been quick.
private final class LoggedFile: DownloadFile {
    private let file: any DownloadFile
    private let log: AppendedLog

    init(_ file: any DownloadFile, log: AppendedLog) {
        self.file = file
        self.log = log
    }

    var size: Int { get throws { try file.size } }
    func truncate(to size: Int) throws { try file.truncate(to: size) }
    func read(at offset: Int, count: Int) throws -> [UInt8] { try file.read(at: offset, count: count) }
    func synchronize() throws { try file.synchronize() }

    func append(_ bytes: ArraySlice<UInt8>) throws {
        try file.append(bytes)
        log.write("\(Double(DispatchTime.now().uptimeNanoseconds) * 1e-9) \(try file.size)\n")
    }
}

private final class AppendedLog {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    func write(_ line: String) {
        let bytes = Array(line.utf8)
        bytes.withUnsafeBytes { _ = systemWrite(descriptor, $0.baseAddress, $0.count) }
    }
}

/// `write(2)`, where a method of the same name hides it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
