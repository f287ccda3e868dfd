public import Foundation
import HearthCore

/// `settings.json` of a data folder.
public struct SettingsFile: Sendable {
    private let file: JSONFile
    public var url: URL { file.url }

    public init(folder: URL) { file = JSONFile(folder.appendingPathComponent("settings.json")) }

    /// What the file says, as it stands there: checked to be text, not yet to be allowed.
    struct Contents: Sendable {
        var values: [SettingKey: String] = [:]
        /// Members that are no settings of this version.
        var unknown: [String] = []
    }

    /// - Throws: ``EngineError`` with the code `bad-settings` when the file is not a JSON object, or a value is not one that
    ///   text could stand for; `StoreError` when it cannot be read.
    func read() throws -> Contents { try Self.contents(of: file.read(), source: .file(path: url.path)) }

    /// Sets a value, keeping everything else in the file.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when the value is not allowed.
    public func set(_ key: SettingKey, to text: String) throws {
        let value = try BadSetting.checked(key, text, from: .flag)
        try file.update { Self.put(value.json, key, into: &$0) }
    }

    /// Goes back to a setting's default.
    public func unset(_ key: SettingKey) throws {
        try file.update { Self.put(nil, key, into: &$0) }
    }

    public func remove() throws { try file.remove() }

    /// The settings among the members of `object`; also used for an environment's values.
    static func contents(of object: JSONObject, source: SettingSource) throws -> Contents {
        var contents = Contents()
        for (name, value) in object {
            guard let key = SettingKey(fileName: name) else {
                contents.unknown.append(name)
                continue
            }
            if case .null = value { continue }
            guard let text = text(of: value) else { throw BadSetting.error(key, "a nested value", from: source) }
            guard contents.values.updateValue(text, forKey: key) == nil else {
                throw EngineError(
                    .badSettings, "The setting \(key.rawValue) stands twice in the \(source). Take one of them out.")
            }
        }
        return contents
    }

    /// Puts a value in under the name of the file's form, and takes out what stood there under the other form.
    static func put(_ value: JSONValue?, _ key: SettingKey, into object: inout JSONObject) {
        if key.fileName != key.rawValue { object[key.rawValue] = nil }
        object[key.fileName] = value
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): return text
        case .number(let number): return number.description
        case .bool(let isOn): return String(isOn)
        case .array(let items):
            let texts = items.compactMap(\.stringValue)
            return texts.count == items.count ? texts.joined(separator: ",") : nil
        case .null, .object: return nil
        }
    }
}

extension SettingKey {
    /// The key that a member of `settings.json` names: `localModel`, or `local-model` as on the command line.
    init?(fileName: String) {
        guard let key = SettingKey(rawValue: fileName) ?? Self.allCases.first(where: { $0.fileName == fileName }) else {
            return nil
        }
        self = key
    }
}
