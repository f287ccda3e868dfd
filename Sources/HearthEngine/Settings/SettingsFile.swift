public import Foundation
import HearthCore
import HearthModels
import HearthStore

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
    /// - Throws: ``EngineError`` with the code `usage` when the value is not allowed, `owner-only` for a program.
    public func set(_ key: SettingKey, to text: String) throws { try set([key: text]) }

    /// Sets several values: all of them, or none where one is refused.
    func set(_ values: [SettingKey: String]) throws {
        let checked = try Self.checked(values)
        try file.update { object in
            for (key, value) in checked { Self.put(value.json, key, into: &object) }
        }
    }

    /// The values that may be set, in the order of their names.
    ///
    /// - Throws: As ``set(_:to:)``.
    static func checked(_ values: [SettingKey: String]) throws -> [(key: SettingKey, value: SettingValue)] {
        try values.sorted { $0.key.rawValue < $1.key.rawValue }.map { key, text in
            try Reader.requireOwner(for: change, of: key.owner)
            return (key, try BadSetting.checked(key, text, from: .flag))
        }
    }

    /// Goes back to a setting's default.
    ///
    /// - Throws: ``EngineError`` with the code `owner-only` for a program.
    public func unset(_ key: SettingKey) throws {
        try Reader.requireOwner(for: Self.change, of: key.owner)
        try file.update { Self.put(nil, key, into: &$0) }
    }

    public func remove() throws {
        try Reader.requireOwner(for: Self.change)
        try file.remove()
    }

    /// How a program is told that it changes no setting, here or in an environment.
    package static let change = "Changing a setting"

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
    /// Whose it is to change on a server with accounts. What names files of the machine, and where libraries are, is of whoever runs it.
    package var owner: ActOwner {
        switch kind {
        case .path, .template, .library: .machine
        default: .server
        }
    }

    /// The key that a member of `settings.json` names: `localModel`, or `local-model` as on the command line.
    init?(fileName: String) {
        guard let key = SettingKey(rawValue: fileName) ?? Self.allCases.first(where: { $0.fileName == fileName }) else {
            return nil
        }
        self = key
    }
}

/// A JSON object in a file of the data folder. What is not understood in it is kept as it is.
struct JSONFile: Sendable {
    private let file: PrivateFile
    var url: URL { file.url }

    init(_ url: URL) { file = PrivateFile(url) }

    /// The object; an empty one when there is no file.
    ///
    /// - Throws: ``EngineError`` with the code `bad-settings` when it is not a JSON object.
    func read() throws -> JSONObject { try object(in: file.read()) }

    /// Changes the object and writes it whole or not at all; of two processes that do this at once, neither loses a change.
    func update<Result>(_ change: (inout JSONObject) throws -> Result) throws -> Result {
        try file.update { bytes in
            let before = try object(in: bytes)
            var after = before
            let result = try change(&after)
            if after != before { bytes = Array((Self.text(.object(after), indent: "") + "\n").utf8) }
            return result
        }
    }

    /// Removes the file; it is no error when there is none.
    func remove() throws { try file.write(nil) }

    private func object(in bytes: [UInt8]?) throws -> JSONObject {
        guard let bytes else { return JSONObject() }
        var place = ""
        do {
            if let object = try JSONValue(parsing: bytes, maxDepth: 16).objectValue { return object }
        } catch let error as JSONSyntaxError {
            place = error.line.map { " (line \($0))" } ?? ""
        }
        throw EngineError(
            .badSettings, "\(file.url.path)\(place) is not valid: correct it, or delete it to go back to the defaults.")
    }

    /// One member a line, so that a person can edit it.
    private static func text(_ value: JSONValue, indent: String) -> String {
        guard case .object(let object) = value, !object.isEmpty else { return value.description }
        let inner = indent + "  "
        let members = object.map { inner + JSONValue.quoted($0) + ": " + text($1, indent: inner) }
        return "{\n" + members.joined(separator: ",\n") + "\n\(indent)}"
    }
}

// MARK: - Names of models

/// The owner's own names for models, as text: `gpt-4o=auto,claude-sonnet-4=documents`.
enum ModelAliases {
    static let most = 64
    /// Bytes of a name.
    private static let longest = 200

    /// `nil` where the text is none such.
    static func parse(_ text: String) -> [String: String]? {
        var aliases: [String: String] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2, isName(halves[0]), isName(halves[1]), aliases[halves[0]] == nil,
                aliases.count < most
            else { return nil }
            aliases[halves[0]] = halves[1]
        }
        return aliases
    }

    static func text(_ aliases: [String: String]) -> String {
        aliases.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    /// Whether one of the names leads back to itself.
    static func hasCircle(_ text: String) -> Bool {
        guard let aliases = parse(text) else { return false }
        return aliases.keys.contains { ModelAliasPath(from: $0, in: aliases).isCircle }
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longest
            && !name.contains { $0.isWhitespace || $0 == "," || $0 == "=" }
            && !name.unicodeScalars.contains(where: \.isControl)
    }
}
