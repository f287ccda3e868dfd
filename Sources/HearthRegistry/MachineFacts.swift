public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What this machine has for models.
public struct MachineFacts: Codable, Hashable, Sendable {
    /// Bytes of memory in all.
    public var memory: Int
    /// Bytes that programs can have now without swapping; `nil` where the system does not say.
    public var availableMemory: Int?
    /// Bytes that can be written on the disk of the folder of models; `nil` when it is not known.
    public var freeDisk: Int?
    public var cores: Int

    public init(memory: Int, availableMemory: Int?, freeDisk: Int?, cores: Int) {
        self.memory = memory
        self.availableMemory = availableMemory
        self.freeDisk = freeDisk
        self.cores = cores
    }

    /// The facts as of now, for models that are kept in `folder` or, when it is not there yet, where it will be made.
    public static func current(folder: URL) -> MachineFacts {
        MachineFacts(
            memory: Int(clamping: ProcessInfo.processInfo.physicalMemory), availableMemory: memoryAvailable(),
            freeDisk: diskFree(at: folder), cores: ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Bytes that a user without privileges may write where `folder` is or will be.
    static func diskFree(at folder: URL) -> Int? {
        var place = folder.standardizedFileURL
        for _ in 0..<64 {
            var status = statvfs()
            if statvfs(place.path, &status) == 0 {
                let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
                return overflow ? Int.max : Int(clamping: bytes)
            }
            guard place.path != "/" else { return nil }
            place.deleteLastPathComponent()
        }
        return nil
    }

    private static func memoryAvailable() -> Int? {
        #if os(Linux)
        // `MemAvailable` counts what the kernel can take back from caches (proc(5)).
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
            let digits = line.filter(\.isNumber)
            return Int(digits).map { $0 * 1024 }
        }
        return nil
        #else
        return nil
        #endif
    }
}
