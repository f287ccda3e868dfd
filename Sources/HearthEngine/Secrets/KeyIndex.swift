import Foundation
import HearthCore

/// `keys.json`: where the keys of services are kept and since when. Never the keys.
struct KeyIndex: Sendable {
    struct Entry: Hashable, Sendable {
        var place: KeyPlace
        var date: Date
        /// The only place that the key may be sent to, as ``HearthCore/Origin`` writes it; `nil` until an address is set.
        var origin: String?
    }

    private let file: JSONFile

    init(folder: URL) { file = JSONFile(folder.appendingPathComponent("keys.json")) }

    func read() throws -> [String: Entry] { try Self.entries(in: file.read()) }

    func update(_ change: (inout [String: Entry]) -> Void) throws {
        try file.update { object in
            let before = try Self.entries(in: object)
            var after = before
            change(&after)
            for name in before.keys where after[name] == nil { object[name] = nil }
            for (name, entry) in after where before[name] != entry {
                var members = JSONObject([
                    ("place", .string(entry.place.rawValue)), ("set", .string(entry.date.formatted(.iso8601))),
                ])
                members["origin"] = entry.origin.map { .string($0) }
                object[name] = .object(members)
            }
        }
    }

    func remove() throws { try file.remove() }

    private static func entries(in object: JSONObject) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for (name, value) in object {
            guard SecretName.isValid(name), let place = value["place"]?.stringValue.flatMap(KeyPlace.init) else {
                continue
            }
            let date = value["set"]?.stringValue.flatMap { try? Date($0, strategy: .iso8601) }
            entries[name] = Entry(
                place: place, date: date ?? .distantPast, origin: value["origin"]?.stringValue)
        }
        return entries
    }
}

/// A kind of place that keeps the keys of services.
public enum KeyPlace: String, Sendable, CaseIterable, Codable {
    /// The Keychain of an Apple platform.
    case keychain
    /// The desktop's secret service: GNOME Keyring, KWallet.
    case secretService = "secret-service"
    /// A file in the data folder, encrypted under a key file beside it.
    case file

    /// In words, for a person.
    public var description: String {
        switch self {
        case .keychain: "Keychain"
        case .secretService: "secret service"
        case .file: "encrypted file"
        }
    }
}
