package import HearthCore

/// An entry of the journal in a list, as the command prints it and the interface answers with it.
package struct EntryHeadJSON: Codable, Sendable {
    package var id: String
    /// `nil` for an undated entry.
    package var date: CivilDate?
    /// `21:30:00`
    package var time: String?
    package var title: String?
    package var words: Int
    /// Seconds.
    package var duration: Double?
    package var label: SensitivityLabel

    package init(_ head: JournalHead) {
        (id, date, time) = (head.id, head.date, head.time.map(ClockText.full))
        (title, words, duration, label) = (head.title, head.words, head.duration, head.label)
    }
}
