import Foundation

/// How many threads an engine should use when nobody says.
///
/// One for each physical core: the arithmetic saturates a core, so a second hardware thread on it only adds waiting at
/// barriers. Efficiency cores are left out for the same reason, and a container's CPU quota counts.
package enum ThreadCount {
    /// More threads than this wait for memory, not for arithmetic.
    package static let most = 16

    package static let recommended: Int = {
        let online = ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(most, physicalCores() ?? online, quota() ?? online, online))
    }()

    #if canImport(Darwin)
    private static func physicalCores() -> Int? {
        var count: Int32 = 0
        var size = MemoryLayout<Int32>.size
        // Performance cores of Apple silicon; Intel has no such levels and knows only the second name.
        for name in ["hw.perflevel0.physicalcpu", "hw.physicalcpu"]
        where sysctlbyname(name, &count, &size, nil, 0) == 0 && count > 0 {
            return Int(count)
        }
        return nil
    }

    private static func quota() -> Int? { nil }
    #else
    private static func physicalCores() -> Int? {
        var siblings: Set<String> = []
        for cpu in 0..<1024 {
            let path = "/sys/devices/system/cpu/cpu\(cpu)/topology/thread_siblings_list"
            guard let list = try? String(contentsOfFile: path, encoding: .utf8) else { break }
            siblings.insert(list)
        }
        return siblings.isEmpty ? nil : siblings.count
    }

    /// The CPU quota of the control group, rounded up: `max 100000` or `150000 100000`.
    private static func quota() -> Int? {
        guard let line = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) else { return nil }
        let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2, numbers[1] > 0 else { return nil }
        return max(1, Int((numbers[0] / numbers[1]).rounded(.up)))
    }
    #endif
}
