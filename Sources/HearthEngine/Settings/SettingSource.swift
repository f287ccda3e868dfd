import HearthCore

/// Where the value of a setting came from, from the weakest to the strongest.
public enum SettingSource: Hashable, Sendable, CustomStringConvertible {
    /// Nobody set it.
    case preset
    /// `settings.json`.
    case file(path: String)
    /// A value of the current environment.
    case environment(name: String)
    /// A variable of the process.
    case variable(name: String)
    /// The command line.
    case flag

    public var description: String {
        switch self {
        case .preset: "default"
        case .file(let path): "file \(path)"
        case .environment(let name): "environment '\(name)'"
        case .variable(let name): "variable \(name)"
        case .flag: "flag"
        }
    }

    /// One word for programs: `default`, `file`, `environment`, `variable`, `flag`.
    public var kind: String {
        switch self {
        case .preset: "default"
        case .file: "file"
        case .environment: "environment"
        case .variable: "variable"
        case .flag: "flag"
        }
    }
}

/// A value that a setting cannot have.
enum BadSetting {
    /// The error for `text`, naming key, value and what is allowed.
    ///
    /// The value stays out of the message when it may hold a secret: a URL with a password, or something that looks like an
    /// API key and was put into the wrong place.
    static func error(_ key: SettingKey, _ text: String, from source: SettingSource) -> EngineError {
        let value =
            mayHoldSecret(text) ? "what it was given (not shown, since it looks like a secret)" : "“\(shown(text))”"
        let remedy =
            switch source {
            case .preset, .flag, .file, .environment: ""
            case .variable(let name): " Correct or unset the variable \(name)."
            }
        let help: [Failure.Help] =
            switch source {
            case .preset, .flag, .variable: []
            case .file: [.set(setting: key.rawValue), .unset(setting: key.rawValue)]
            case .environment(let name):
                [.set(setting: key.rawValue, environment: name), .unset(setting: key.rawValue, environment: name)]
            }
        let place = source == .flag ? "" : " (from: \(source))"
        return EngineError(
            source == .flag ? .usage : .badSettings,
            "The setting \(key.rawValue) cannot be \(value)\(place). Allowed: \(key.kind.allowed).\(remedy)", help: help
        )
    }

    /// The value, when the setting may have it.
    static func checked(_ key: SettingKey, _ text: String, from source: SettingSource) throws -> SettingValue {
        guard !KeyText.looksLikeKey(text), let value = key.kind.value(text) else {
            throw error(key, text, from: source)
        }
        return value
    }

    private static func mayHoldSecret(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["@", "sk-", "sk_", "hf_", "key", "token", "passw", "bearer"].contains { text.contains($0) }
            || KeyText.looksLikeKey(text)
    }

    private static func shown(_ text: String) -> String {
        let cleaned = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
        return cleaned.count > 80 ? cleaned.prefix(80) + "…" : cleaned
    }
}
