import Foundation

/// The memory of this process.
enum ResidentMemory {
    /// Bytes; `nil` where the system does not say.
    static func bytes() -> Int? {
        #if os(Linux)
        // The second number is of resident pages (proc(5)), whose size the system says: 4 KiB, and on some ARM machines more.
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let numbers = text.split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
        return nil
        #endif
    }
}
