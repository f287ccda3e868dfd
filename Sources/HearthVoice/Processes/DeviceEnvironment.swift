import Foundation

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
