import Foundation

/// One entry of a journal: a written text, or the transcript of a recording.
public struct JournalSession: Hashable, Codable, Sendable {
    /// Unique in the journal. Importing an entry with an id that is there replaces it.
    public var id: String
    /// The day in the writer's own time; `nil` for an undated entry, which is kept but enters no rollup.
    public var date: CivilDate?
    /// The time of day in the writer's own time, seconds after midnight on the clock; `nil` when it is not known.
    public var time: Int?
    /// The name of the time zone, such as `Europe/Berlin`, or an offset such as `+02:00`; `nil` when it is not known.
    public var timeZone: String?
    public var title: String?
    /// What was written. For a recording, its words as ``JournalSession/init(id:transcript:)`` writes them.
    public var text: String
    /// The recording's cues; `nil` for a written entry.
    public var cues: [Cue]?
    /// Seconds that writing or speaking took; `nil` when it is not known.
    public var duration: Double?
    /// BCP 47, the main one first; empty when they are to be found out.
    public var languages: [String]
    /// A journal is nobody else's business: unless its owner says otherwise, it never leaves the machine.
    public var label: SensitivityLabel

    public init(
        id: String, date: CivilDate? = nil, time: Int? = nil, timeZone: String? = nil, title: String? = nil,
        text: String, cues: [Cue]? = nil, duration: Double? = nil, languages: [String] = [],
        label: SensitivityLabel = .private
    ) {
        self.id = id
        self.date = date
        self.time = time
        self.timeZone = timeZone
        self.title = title
        self.text = text
        self.cues = cues
        self.duration = duration
        self.languages = languages
        self.label = label
    }

    /// An entry that was spoken: one line for each cue, with the speaker where he changes. Its duration is the end of the
    /// last cue.
    public init(id: String, transcript: Transcript) {
        var lines: [String] = []
        var speaker: String?
        for cue in transcript.cues {
            let named = cue.speaker.flatMap { $0 == speaker ? nil : $0 }
            lines.append(named.map { "\($0): \(cue.text)" } ?? cue.text)
            speaker = cue.speaker ?? speaker
        }
        self.init(
            id: id, text: lines.joined(separator: "\n"), cues: transcript.cues,
            duration: transcript.cues.compactMap(\.end).filter { $0.isFinite && $0 >= 0 }.max())
    }

    /// Runs of characters that are not white space, the way words are counted everywhere in a journal. In scripts that set no spaces two characters of
    /// Chinese and Japanese are one, and four of Thai, Lao, Khmer and Burmese.
    public var words: Int { Self.words(in: text) }

    public static func words(in text: String) -> Int {
        var count = 0
        var inWord = false
        // Characters of scripts without spaces, in quarters of a word.
        var quarters = 0
        for scalar in text.unicodeScalars {
            // The information separators U+001C to U+001F part words, too, as in Unicode's bidirectional classes.
            let isSpace = scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
            if let share = quartersOfWord(scalar.value) {
                quarters += share
                // What stands beside it is of its run.
                inWord = true
                continue
            }
            if !isSpace, !inWord { count += 1 }
            inWord = !isSpace
        }
        return count + (quarters + 3) / 4
    }

    /// `nil` for what is of a script with spaces.
    private static func quartersOfWord(_ value: UInt32) -> Int? {
        switch value {
        // Kana, Chinese characters and their extensions.
        case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: 2
        // Thai, Lao, Burmese, Khmer; marks that combine are none of their own, but stand on so many letters that they count as well.
        case 0x0E01...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: 1
        default: nil
        }
    }
}

extension JournalSession {
    /// The prefix of the document paths under which search finds journal entries; the entry's id follows it.
    public static let pathPrefix = "journal:"
    /// Longest id of an entry, in bytes.
    public static let longestID = 200
    /// Longest text of an entry, in bytes; far above what a day can hold, and below what a column takes.
    public static let longestText = 64 << 20

    /// Refuses what no store keeps.
    ///
    /// - Throws: ``StoreError`` with the code `invalid-input`, and ``EmptyTextError``.
    public func validate() throws {
        guard !id.isEmpty, id.utf8.count <= Self.longestID, !id.utf8.contains(0) else {
            throw StoreError(
                .invalidInput, "An entry's id has 1 to \(Self.longestID) bytes and no NUL. Give it another one.")
        }
        guard text.utf8.count <= Self.longestText else {
            throw StoreError(
                .invalidInput, "The entry has more than \(Self.longestText >> 20) MB. Split it into several.")
        }
        try EmptyTextError.check(text, "text", called: "entry")
        if let duration, !duration.isFinite || duration < 0 || duration > 1e9 {
            throw StoreError(.invalidInput, "A duration is a number of seconds from 0 on.")
        }
        if let time, !(0..<90_000).contains(time) {
            throw StoreError(.invalidInput, "A time of day is from 00:00:00 to 23:59:60.")
        }
    }

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
