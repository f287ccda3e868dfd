#if os(Linux)
import Foundation
import HearthCore
import Testing

@testable import HearthSystem

/// Programs behind their walls. A shell stands for a parser that somebody else's file has taken over.
@Suite struct ChildProcessTests {
    private func shell(
        _ script: String, wall: ChildProcess.Wall = .closed, limits: ChildProcess.Limits = .init(), input: [UInt8] = [],
        file: OpenFile? = nil
    ) async throws -> (outcome: ChildProcess.Outcome, text: String) {
        let child = ChildProcess(
            path: "/bin/sh", arguments: ["-c", script], wall: wall, limits: limits, input: input, file: file)
        let (outcome, output) = try await child.collect(limit: 1 << 20)
        return (outcome, String(decoding: output, as: UTF8.self))
    }

    @Test func whatItWritesAndItsStatusComeBack() async throws {
        let (outcome, text) = try await shell("echo out; echo err >&2; exit 3")
        #expect(text == "out\n" && outcome.errorText == "err\n" && outcome.status == 3 && !outcome.isSuccess)
        let good = try await shell("read line; echo $line", input: Array("in\n".utf8))
        #expect(good.text == "in\n" && good.outcome.isSuccess)
    }

    @Test func itReadsTheFileThatItIsHandedAndNoOther() async throws {
        try #require(ProcessWall.aroundChildren.restrictsFiles, "this kernel has no Landlock")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-wall-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = folder.appendingPathComponent("secret")
        try Data("the secret\n".utf8).write(to: secret)
        let read = "while read line; do echo $line; done <"
        let other = try await shell("\(read) \(secret.path)")
        #expect(other.text.isEmpty && !other.outcome.isSuccess)
        for file in [try OpenFile(path: secret.path), try OpenFile(holding: Array("the secret\n".utf8))] {
            let handed = try await shell("\(read) \(OpenFile.pathInChild)", file: file)
            #expect(handed.text == "the secret\n" && handed.outcome.isSuccess)
        }
    }

    @Test func itWritesNothingAndStartsNothing() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-wall-\(UUID().uuidString)")
            .path
        defer { unlink(place) }
        let written = try await shell("echo x > \(place); echo tried")
        #expect(written.text == "tried\n" && !FileManager.default.fileExists(atPath: place))
        #expect(try await shell("ls /").text.isEmpty, "a shell forks for it")
        #expect(try await shell("exec /bin/echo other").text.isEmpty)
    }

    /// By /proc, which the program itself cannot see: the filter of its system calls, no new rights, no core dump.
    @Test(arguments: [ChildProcess.Wall.closed, .device, .tool]) func theKernelHoldsTheWall(_ wall: ChildProcess.Wall)
        async throws
    {
        let child = ChildProcess(path: "/bin/sh", arguments: ["-c", "echo $$; while :; do :; done"], wall: wall)
        var status = ""
        var limits = ""
        _ = try await child.run { bytes in
            let number = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            func read(_ name: String) -> String {
                String(
                    decoding: FileManager.default.contents(atPath: "/proc/\(number)/\(name)") ?? Data(), as: UTF8.self)
            }
            (status, limits) = (read("status"), read("limits"))
            return false
        }
        #expect(status.contains("Seccomp:\t2"))
        #expect(status.contains("NoNewPrivs:\t1"))
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core") }
        // One byte: of none, a system that hands dumps to a program would make one.
        #expect(core?.split(separator: " ").dropFirst(4).prefix(2).allSatisfy { $0 == "1" } == true)
    }

    /// A file's owner gets the signals of it, and which one is chosen by whoever made it so: that would be a signal to anybody.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/perl"), "needs perl"))
    func itMakesNobodyTheOwnerOfAFile() async throws {
        // F_SETOWN, F_SETSIG, F_SETOWN_EX, and F_GETFL, which libraries need.
        let script = "for (8, 10, 15, 3) { print fcntl(STDOUT, $_, 0) ? 'y' : 'n' }"
        let child = ChildProcess(path: "/usr/bin/perl", arguments: ["-e", script])
        let (outcome, output) = try await child.collect(limit: 100)
        #expect(String(decoding: output, as: UTF8.self) == "nnny", "\(outcome.errorText)")
    }

    /// What runs here without a wall, such as the session's bus, would send for a tool what the tool may not.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/perl")))
    func aToolReachesNoOtherProgramsSocket() async throws {
        let script = """
            use Socket; print socket(my $s, AF_UNIX, SOCK_STREAM, 0) ? 'y' : 'n';
            print socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) ? 'y' : 'n'
            """
        for (wall, expected) in [(ChildProcess.Wall.tool, "ny"), (.device, "yy")] {
            let child = ChildProcess(
                path: "/usr/bin/perl", arguments: ["-e", script], wall: wall, limits: .init(memory: 0))
            let (outcome, output) = try await child.collect(limit: 100)
            #expect(String(decoding: output, as: UTF8.self) == expected, "\(wall) \(outcome.errorText)")
        }
    }

    @Test func itHasNoDescriptorButItsOwn() async throws {
        let held = try OpenFile(path: "/etc/passwd")
        let (_, text) = try await shell("ls -1 /proc/self/fd; echo done", wall: .device)
        // Standard input, output and error, and the folder that is being listed.
        #expect(text.split(separator: "\n").count <= 5, "\(text), of which \(held.descriptor) is not the child's")
    }

    @Test func outputStopsAtItsLimitWhileItComes() async throws {
        let child = ChildProcess(path: "/bin/sh", arguments: ["-c", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyy; done"])
        let (outcome, output) = try await child.collect(limit: 100_000)
        #expect(output.count == 100_000 && outcome.wasCut)
        let exact = ChildProcess(path: "/bin/sh", arguments: ["-c", "printf 12345"])
        let (whole, five) = try await exact.collect(limit: 5)
        #expect(five.count == 5 && !whole.wasCut)
    }

    @Test func timeSilenceMemoryAndProcessorAreBounded() async throws {
        let late = try await shell("while :; do :; done", limits: .init(seconds: 0.3))
        #expect(late.outcome.timedOut && !late.outcome.isSuccess)
        let mute = try await shell("read line < /dev/zero", limits: .init(silence: 0.3))
        #expect(mute.outcome.fellSilent && !mute.outcome.isSuccess)
        let greedy = try await shell(
            "x=yyyyyyyy; while :; do x=$x$x; done", limits: .init(memory: 64 << 20, seconds: 60))
        #expect(!greedy.outcome.isSuccess && !greedy.outcome.timedOut)
        let busy = try await shell("while :; do :; done", limits: .init(processor: 1, seconds: 60))
        #expect(!busy.outcome.isSuccess && !busy.outcome.timedOut)
    }

    @Test func aReaderThatThrowsAndACancelledTaskLeaveNothingRunning() async throws {
        struct Enough: Error {}
        let mark = "hearth-child-\(UUID().uuidString)"
        let child = ChildProcess(
            path: "/bin/sh", arguments: ["-c", "sleep 1000 & while :; do echo x; done # \(mark)"], wall: .device)
        await #expect(throws: Enough.self) { _ = try await child.run { _ in throw Enough() } }
        #expect(await Self.areGone(mark))
        let task = Task { try await child.run { _ in true } }
        while Self.processes(with: mark).isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await Self.areGone(mark))
    }

    @Test func aProgramThatDoesNotReadItsInputEndsNobody() async throws {
        let (outcome, _) = try await shell("exec <&-; exit 0", input: [UInt8](repeating: 65, count: 1 << 20))
        #expect(outcome.isSuccess)
    }

    @Test func aProgramThatIsNotThereIsAnError() async {
        let child = ChildProcess(path: "/nonexistent/tool", arguments: [])
        await #expect(throws: SystemError.self) { _ = try await child.run { _ in true } }
    }

    @Test func callersThatBlockGetTheSame() throws {
        let child = ChildProcess(
            path: "/bin/sh", arguments: ["-c", "read line; echo $line$line"], input: Array("ab\n".utf8))
        let (outcome, output) = try child.collectBlocking(limit: 100)
        #expect(outcome.isSuccess && String(decoding: output, as: UTF8.self) == "abab\n")
    }

    /// Whether all processes of a mark end. What was killed and is nobody's child any more is gone when the system comes to it.
    private static func areGone(_ mark: String) async -> Bool {
        for _ in 0..<600 where !processes(with: mark).isEmpty { try? await Task.sleep(for: .milliseconds(50)) }
        return processes(with: mark).isEmpty
    }

    private static func processes(with mark: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            Int(name) != nil
                && FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
                    .map { String(decoding: $0, as: UTF8.self).contains(mark) } == true
        }
    }
}
#endif
