import Foundation
import Testing

@testable import HearthSystem

#if os(Linux)
/// Which cores an engine computes on, from what the kernel shows of them.
struct ThreadCountTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cpus-\(UUID().uuidString)")

    private func write(_ name: String, _ text: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: url)
    }

    private func cores(_ siblings: [String], capacities: [Int] = [], fast: String? = nil) throws -> Int? {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (cpu, list) in siblings.enumerated() {
            try write("system/cpu/cpu\(cpu)/topology/thread_siblings_list", list)
        }
        for (cpu, capacity) in capacities.enumerated() { try write("system/cpu/cpu\(cpu)/cpu_capacity", "\(capacity)") }
        if let fast { try write("cpu_core/cpus", fast) }
        return ThreadCount.fastCores(in: folder.path)
    }

    @Test func hardwareThreadsOfACoreCountOnce() throws {
        #expect(try cores(["0", "1"]) == 2)
        #expect(try cores(["0,2", "1,3", "0,2", "1,3"]) == 2)
    }

    @Test func slowCoresAreLeftOut() throws {
        // Two fast cores of two threads each, and four slow ones.
        let intel = ["0-1", "0-1", "2-3", "2-3", "4", "5", "6", "7"]
        #expect(try cores(intel, fast: "0-3") == 2)
        #expect(try cores(["0", "1", "2", "3"], capacities: [400, 400, 1024, 900]) == 2)
        #expect(try cores(["0", "1"], capacities: [1024, 1024]) == 2)
    }

    @Test func whatMakesNoSenseIsNotBelieved() throws {
        #expect(try cores([]) == nil)
        #expect(try cores(["0", "1"], fast: "all") == 2)
        #expect(try cores(["0", "1"], fast: "9-3,99999999999") == 2)
        #expect(try cores(["0", "1"], capacities: [0, 0]) == 2)
    }
}
#endif
