public import Foundation
public import HearthCore

/// What the store knows of an entry without its text.
public struct JournalHead: Hashable, Sendable {
    public let id: String
    /// `nil` for an undated entry.
    public let date: CivilDate?
    /// Seconds after midnight on the writer's clock.
    public let time: Int?
    public let title: String?
    public let label: SensitivityLabel
    /// Seconds.
    public let duration: Double?
    /// Runs of characters that are not white space.
    public let words: Int
    /// The digest of everything that the entry holds.
    public let hash: ContentHash
    public let changedAt: Date
}

/// What storing an entry did.
public enum JournalChange: String, Codable, Sendable {
    case added
    case updated
    /// The very same entry was there.
    case unchanged
}

/// What was made of an entry or of a period, by one engine.
public struct JournalNode: Hashable, Sendable {
    public var level: RollupLevel
    /// The name of a period, or the id of an entry.
    public var period: String
    public var model: String
    /// The hash of everything that the content was made of.
    public var key: ContentHash
    public var content: Data
    /// The entries that it was made of, by id, with their digests when they were read; each of its period or, at the level
    /// `session`, the one entry.
    public var entries: [String: ContentHash]

    public init(
        level: RollupLevel, period: String, model: String, key: ContentHash, content: Data,
        entries: [String: ContentHash]
    ) {
        self.level = level
        self.period = period
        self.model = model
        self.key = key
        self.content = content
        self.entries = entries
    }
}

extension JournalSession {
    /// The digest of everything that the entry holds but its id. Every field is written with its length, so that no two
    /// entries are the same bytes.
    public var contentHash: ContentHash {
        var data = Data("journal 1".utf8)
        func add(_ text: String?) {
            guard let text else { return data.append(0) }
            data.append(1)
            withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: text.utf8)
        }
        add(date?.description)
        add(time.map(String.init))
        add(timeZone)
        add(title)
        add(text)
        add(duration.map { "\($0)" })
        add(languages.joined(separator: " "))
        add(label.rawValue)
        for cue in cues ?? [] {
            add(cue.start.map { "\($0)" })
            add(cue.end.map { "\($0)" })
            add(cue.speaker)
            add(cue.text)
        }
        return ContentHash(of: data)
    }
}
