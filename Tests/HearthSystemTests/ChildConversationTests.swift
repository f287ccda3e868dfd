#if os(Linux)
import Foundation
import HearthCore
import Testing

@testable import HearthSystem

/// Programs that are talked with. A shell stands for a server of tools.
@Suite struct ChildConversationTests {
    private func talk(_ script: String) throws -> ChildConversation {
        try ChildConversation(
            ChildProcess(path: "/bin/sh", arguments: ["-c", script], wall: .device, limits: .init(memory: 0)))
    }

    private func read(_ talk: ChildConversation, until end: String) async throws -> String {
        var text = ""
        while !text.hasSuffix(end), let piece = try await talk.next() { text += String(decoding: piece, as: UTF8.self) }
        return text
    }

    @Test func whatItIsToldIsAnsweredOneAfterTheOther() async throws {
        let talk = try talk("while read line; do echo \"you said $line\"; done; echo over")
        for word in ["one", "two", "three"] {
            #expect(talk.send(Array("\(word)\n".utf8)))
            #expect(try await read(talk, until: "\n") == "you said \(word)\n")
        }
        await talk.end()
        #expect(!talk.send(Array("four\n".utf8)))
    }

    @Test func muchGoesThroughBothWays() async throws {
        let talk = try talk("cat")
        let line = String(repeating: "x", count: 1 << 20) + "\n"
        #expect(talk.send(Array(line.utf8)))
        #expect(try await read(talk, until: "\n") == line)
        await talk.end()
    }

    @Test func whoReadsIsCancelledAloneAndTheTalkGoesOn() async throws {
        let talk = try talk("while read line; do echo \"$line\"; done")
        let reader = Task { try await talk.next() }
        try await Task.sleep(for: .milliseconds(50))
        reader.cancel()
        await #expect(throws: CancellationError.self) { _ = try await reader.value }
        #expect(talk.send(Array("still there\n".utf8)))
        #expect(try await read(talk, until: "\n") == "still there\n")
        await talk.end()
    }

    @Test func whatEndsByItselfSaysWhy() async throws {
        let talk = try talk("echo bye; echo 'no database' >&2; exit 3")
        #expect(try await read(talk, until: "never") == "bye\n")
        #expect(try await talk.ending().errorText == "no database\n")
        #expect(!talk.send([1]))
    }

    @Test(.timeLimit(.minutes(10))) func whatDoesNotEndIsEnded() async throws {
        let talk = try talk("trap '' TERM; echo up; while :; do sleep 1; done")
        #expect(try await read(talk, until: "\n") == "up\n")
        await talk.end(patience: .milliseconds(100))
        #expect(!talk.send([1]), "nobody is there any more")
    }

    @Test func whatDoesNotReadIsNotToldWithoutEnd() async throws {
        let talk = try talk("echo up; exec sleep 600")
        #expect(try await read(talk, until: "\n") == "up\n")
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        var taken = 0
        while taken < 64, talk.send(piece) { taken += 1 }
        // What waits for it is bounded: the pipe, and a batch on each side of the border.
        #expect(taken < 32)
        await talk.end(patience: .milliseconds(10))
    }

    @Test func whatIsNotThereIsToldOf() async throws {
        let talk = try ChildConversation(
            ChildProcess(path: "/nowhere/at-all", arguments: [], wall: .device, limits: .init(memory: 0)))
        #expect(try await talk.next() == nil)
        await #expect(throws: SystemError.self) { _ = try await talk.ending() }
    }
}
#endif
