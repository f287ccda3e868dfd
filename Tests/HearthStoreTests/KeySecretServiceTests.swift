#if os(Linux)
import Foundation
import HearthCore
import HearthStore
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The store against a real secret service where its programs are installed (`dbus-daemon`, `gnome-keyring-daemon`,
/// `secret-tool`), and against none.
@Suite(.serialized) struct KeySecretServiceTests {
    private static let hasService = ["dbus-daemon", "gnome-keyring-daemon", "secret-tool"].allSatisfy { program in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    @Test func withoutABusThereIsNoService() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folder = URL(filePath: "/nowhere")
        #expect(SecretServiceStore(folder: folder, environment: ["PATH": path]) == nil)
        #expect(
            SecretServiceStore(folder: folder, environment: ["PATH": path, "DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
        #expect(
            SecretServiceStore(
                folder: folder,
                environment: ["PATH": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]) == nil)
        #expect(SecretServiceStore(folder: folder, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) == nil)
    }

    @Test(.enabled(if: hasService)) func aRealServiceKeepsSecretsOfEachFolderApart() throws {
        let session = try KeyringSession(unlocked: true)
        defer { session.end() }
        let one = try session.store("one")
        let two = try session.store("two")
        #expect(try one.secret(named: "token") == nil)
        try one.setSecret(Secret(bytes: 0...255), named: "token")
        #expect(try one.secret(named: "token") == Secret(bytes: 0...255))
        #expect(try two.secret(named: "token") == nil)
        #expect(try one.addSecret(Secret("other"), named: "token") == Secret(bytes: 0...255))
        #expect(try two.addSecret(Secret("other"), named: "token") == Secret("other"))
        try one.setSecret(Secret("new"), named: "token")
        #expect(try one.secret(named: "token") == Secret("new"))
        try one.setSecret(.random(count: 16_384), named: "large")
        #expect(throws: StoreError.self) { try one.setSecret(.random(count: 16_385), named: "large") }
        try one.removeSecret(named: "token")
        try one.removeSecret(named: "token")
        #expect(try one.secret(named: "token") == nil)
        #expect(try two.secret(named: "token") == Secret("other"))
    }

    @Test(.enabled(if: hasService)) func aKeyringThatNobodyCanUnlockIsAnErrorAndNoHang() throws {
        let session = try KeyringSession(unlocked: false)
        defer { session.end() }
        let store = try session.store("one", timeout: 20)
        #expect(throws: StoreError.self) { try store.setSecret(Secret("planted"), named: "token") }
    }

    /// A service that never answers, such as one that waits for a password nobody types.
    @Test func aCommandThatHangsIsEnded() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = folder.appending(path: "secret-tool")
        // Answers the first look, as a service does that is there.
        try Data("#!/bin/sh\ncase \"$*\" in *probe*) exit 1;; esac\nexec sleep 600\n".utf8).write(to: tool)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
        let environment = ["PATH": "\(folder.path):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
        let store = try #require(SecretServiceStore(folder: folder, environment: environment, timeout: 0.2))
        #expect(throws: StoreError.self) { try store.setSecret(Secret("planted"), named: "token") }
        #expect(throws: StoreError.self) { _ = try store.secret(named: "token") }
    }
}

/// A session bus and a keyring of the test's own, in a folder of its own.
private struct KeyringSession {
    private let root: URL
    private let processes: [Process]
    let environment: [String: String]

    init(unlocked: Bool) throws {
        // Short, because the path of a socket has at most 107 bytes.
        root = URL(filePath: "/tmp/hearth-bus-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: root.appending(path: "run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": root.path]
        environment["XDG_RUNTIME_DIR"] = root.path + "/run"
        environment["XDG_DATA_HOME"] = root.path + "/data"
        environment["XDG_CONFIG_HOME"] = root.path + "/config"
        environment["XDG_CACHE_HOME"] = root.path + "/cache"

        // Without folders of services, so that the bus starts no keyring of its own before this one has its name.
        let configuration = root.appending(path: "bus.conf")
        try Data(
            """
            <busconfig><type>session</type><listen>unix:dir=\(root.path)/run</listen><policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
            </policy></busconfig>
            """.utf8
        ).write(to: configuration)
        let bus = try Self.start(
            ["dbus-daemon", "--config-file=\(configuration.path)", "--nofork", "--print-address=1"], environment)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.firstLine()
        let keyring = try Self.start(
            ["gnome-keyring-daemon", "--foreground", "--components=secrets"] + (unlocked ? ["--unlock"] : []),
            environment,
            input: unlocked ? "password" : "")
        processes = [bus.process, keyring.process]
        self.environment = environment
    }

    /// The store of a folder, once the keyring answers on the bus.
    func store(_ name: String, timeout: Double = 60) throws -> SecretServiceStore {
        let folder = root.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let store = SecretServiceStore(folder: folder, environment: environment, timeout: timeout) {
                return store
            }
        }
        throw CocoaError(.executableLoad)
    }

    func end() {
        for process in processes.reversed() {
            // They inherit a signal mask that blocks SIGTERM.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: root)
    }

    private struct Program {
        let process = Process()
        let output = Pipe()

        func firstLine() -> String {
            var text = Data()
            while !text.contains(0x0A) {
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { break }
                text += more
            }
            return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
        }
    }

    private static func start(
        _ arguments: [String], _ environment: [String: String], input: String = ""
    ) throws -> Program {
        let program = Program()
        let process = program.process
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = environment
        let stdin = Pipe()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        process.standardInput = stdin
        process.standardOutput = program.output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return program
    }
}
#endif
