#if os(Linux)
public import Foundation
public import HearthCore
import HearthSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps secrets in the desktop's secret service (GNOME Keyring, KWallet), through its command `secret-tool`.
///
/// Secrets go to the command on standard input, never as arguments, which every user can list. They are stored as
/// base64, because the command keeps text. Those of one data folder are told from another's by its path.
public struct SecretServiceStore: SecretStore {
    /// More than any key needs, and little enough for a pipe to take before anybody reads it.
    static let mostBytes = 16_384

    private let tool: URL
    private let folder: URL
    private let environment: [String: String]
    /// Seconds after which a command that asks for a password nobody types is ended.
    private let timeout: Double

    /// `nil` when there is no session bus, no `secret-tool`, or no service that answers.
    ///
    /// - Parameter folder: The data folder that the secrets belong to.
    public init?(
        folder: URL, environment: [String: String] = ProcessInfo.processInfo.environment, timeout: Double = 60
    ) {
        guard Self.hasSessionBus(environment), let tool = Self.find("secret-tool", in: environment["PATH"] ?? "")
        else { return nil }
        self.tool = tool
        self.folder = folder.standardizedFileURL
        self.timeout = timeout
        // The command gets what it needs to find the bus and to ask for a password, not the keys that variables may hold.
        self.environment = environment.filter { Self.inherited.contains($0.key) || $0.key.hasPrefix("LC_") }
        // Looking up what cannot be there tells a service that answers (exit 1, no words) from none (words on standard
        // error).
        guard let answer = try? run(["lookup", "application", "hearth", "name", "probe"], timeout: 5),
            answer.status <= 1, answer.errors.isEmpty
        else { return nil }
    }

    public var placeDescription: String { "secret service" }

    public func secret(named name: String) throws -> Secret? {
        let answer = try run(["lookup"] + attributes(name))
        if answer.status == 1 && answer.errors.isEmpty && answer.output.isEmpty { return nil }
        guard answer.status == 0 else { throw failure("read", answer) }
        let text = answer.output.filter { $0 != 0x0A && $0 != 0x0D }
        guard let data = Data(base64Encoded: Data(text)) else {
            throw StoreError(.secretStore, "The secret “\(name)” in the secret service was not written by Hearth.")
        }
        return Secret(bytes: data)
    }

    public func setSecret(_ secret: Secret, named name: String) throws {
        guard secret.count <= Self.mostBytes else {
            throw StoreError(.secretStore, "The secret “\(name)” is longer than \(Self.mostBytes) bytes.")
        }
        let text = Data(secret.exposedBytes()).base64EncodedData()
        let answer = try run(["store", "--label=Hearth \(name)"] + attributes(name), input: text)
        guard answer.status == 0 else { throw failure("written", answer) }
    }

    public func addSecret(_ secret: Secret, named name: String) throws -> Secret {
        // The service has no "add if absent", so processes take turns.
        let turn = try FolderLock(PrivateFile.lockFile(in: folder), mode: .exclusive, timeout: timeout)
        defer { turn?.release() }
        if let kept = try self.secret(named: name) { return kept }
        try setSecret(secret, named: name)
        guard let kept = try self.secret(named: name) else {
            throw StoreError(.secretStore, "The secret service did not keep the secret.")
        }
        return kept
    }

    public func removeSecret(named name: String) throws {
        let answer = try run(["clear"] + attributes(name))
        guard answer.status <= 1, answer.errors.isEmpty else { throw failure("removed", answer) }
    }

    private func attributes(_ name: String) throws -> [String] {
        guard SecretName.isValid(name) else {
            throw StoreError(.secretStore, "“\(name)” is not a name of a secret.")
        }
        return ["application", "hearth", "folder", folder.path, "name", name]
    }

    private func failure(_ what: String, _ answer: ToolAnswer) -> StoreError {
        StoreError(
            .secretStore,
            "The secret could not be \(what) in the secret service. Unlock the keyring and try again.",
            cause:
                "secret-tool ended with \(answer.status): \(String(decoding: answer.errors.prefix(300), as: UTF8.self))"
        )
    }

    private struct ToolAnswer {
        var status: Int32
        var output: [UInt8]
        var errors: [UInt8]
    }

    private func run(
        _ arguments: [String], input: Data = Data(), timeout: Double? = nil
    ) throws -> ToolAnswer {
        let child = ChildProcess(
            path: tool.path, arguments: arguments, wall: .device, limits: .init(seconds: timeout ?? self.timeout),
            input: Array(input), environment: environment)
        do {
            let (outcome, output) = try child.collectBlocking(limit: 1 << 20)
            return ToolAnswer(status: outcome.status ?? -1, output: output, errors: outcome.errors)
        } catch {
            throw StoreError(.secretStore, "secret-tool could not be run.", cause: "\(error)")
        }
    }

    private static let inherited: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_DATA_HOME",
        "XDG_CONFIG_HOME", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    ]

    /// An address in the variable, or the socket at the place where systemd puts it.
    private static func hasSessionBus(_ environment: [String: String]) -> Bool {
        if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return false }
        return FileManager.default.fileExists(atPath: folder + "/bus")
    }

    private static func find(_ name: String, in path: String) -> URL? {
        path.split(separator: ":").map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
#endif
