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
    private static func physicalCores() -> Int? { fastCores(in: "/sys/devices") }

    /// The physical cores that are fast ones.
    ///
    /// Hybrid processors of Intel list theirs in `cpu_core/cpus`; Arm's tell the capacity of each, of which half the greatest
    /// tells big cores from little ones.
    ///
    /// - Parameter devices: Where the kernel shows its devices.
    static func fastCores(in devices: String) -> Int? {
        var siblings: [Int: String] = [:]
        var capacities: [Int: Int] = [:]
        for cpu in 0..<1024 {
            let folder = "\(devices)/system/cpu/cpu\(cpu)/"
            guard let list = text(folder + "topology/thread_siblings_list") else { break }
            siblings[cpu] = list
            capacities[cpu] = text(folder + "cpu_capacity").flatMap { Int($0) }
        }
        let listed = text(devices + "/cpu_core/cpus").map(numbers)
        let greatest = capacities.values.max() ?? 0
        let fast = siblings.filter { cpu, _ in
            listed?.contains(cpu) ?? ((capacities[cpu] ?? greatest) * 2 >= greatest)
        }
        let cores = Set(fast.isEmpty ? siblings.values : fast.values)
        return cores.isEmpty ? nil : cores.count
    }

    private static func text(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// `0-3,8` as the kernel writes lists of processors.
    private static func numbers(_ list: String) -> Set<Int> {
        list.split(separator: ",").reduce(into: []) { all, part in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last, last < 4096 else { return }
            all.formUnion(first...last)
        }
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
