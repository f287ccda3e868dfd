import Foundation
import HearthSystem

extension ChildProcess {
    /// Runs the program; what the system or the program's silence prevents, is told as this module does.
    ///
    /// - Throws: `CancellationError`, what `receive` throws, or ``VoiceError``.
    func listen(_ receive: ([UInt8]) async throws -> Bool) async throws -> Outcome {
        do {
            return try told(await run(receive))
        } catch let error as SystemError {
            throw VoiceError(.toolMissing, error.message)
        }
    }

    /// Runs the program and collects what it writes, up to a limit.
    func gather(limit: Int) async throws -> (outcome: Outcome, output: [UInt8]) {
        do {
            let (outcome, output) = try await collect(limit: limit)
            return (try told(outcome), output)
        } catch let error as SystemError {
            throw VoiceError(.toolMissing, error.message)
        }
    }

    private func told(_ outcome: Outcome) throws -> Outcome {
        guard !outcome.fellSilent else {
            throw VoiceError(
                .timeout, "\(ToolLocator.name(of: path)) gave no sign of life for too long and was stopped. Try again.")
        }
        return outcome
    }
}

/// What programs that play and record are told of this process's environment: what it takes to find the user's sound server,
/// and none of the keys that variables may hold.
enum DeviceEnvironment {
    private static let names: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "DBUS_SESSION_BUS_ADDRESS",
        "PULSE_SERVER", "PULSE_COOKIE", "PULSE_SOURCE", "PULSE_SINK", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR",
        "ALSA_CONFIG_PATH", "AUDIODEV", "ESPEAK_DATA_PATH",
    ]

    static var current: [String: String] {
        // The reason for reading the environment here: another module's settings have no place for another program's.
        ProcessInfo.processInfo.environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
    }
}
