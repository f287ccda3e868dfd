import Foundation
package import HearthCore

/// Journals that Day One exported, as rows of a journal's import (`hearth journal import`).
package struct DayOneExport: Sendable {
    /// A row a line, in JSON: `id`, `date`, `time`, `timeZone`, `title`, `text`.
    package var rows: [UInt8]
    /// What of the entries is in no row.
    package var warnings: [ExtractionWarning]

    /// - Parameter bytes: Day One's JSON, or the archive with one such file for each journal.
    /// - Returns: `nil` for all that is neither.
    /// - Throws: ``DocumentError`` for an archive that cannot be read or has no journal in it.
    package init?(_ bytes: [UInt8]) throws {
        var writer = NotesWriter(maximumTextBytes: 0)
        var facts = 0
        var damaged = 0
        var rows: [UInt8] = []
        func take(_ journal: [UInt8]) throws {
            try DayOneReader.forEachEntry(journal, &writer) { entry, _ in
                rows += Array(Self.row(entry).description.utf8) + [newline]
                if !entry.tags.isEmpty || entry.place != nil || entry.weather != nil { facts += 1 }
            }
        }
        if bytes.starts(with: "PK\u{3}\u{4}") {
            var archive = try ZipArchive(
                bytes, entrySize: DocumentReader.Configuration().maximumBytes,
                maximumEntries: ArchiveReader.mostEntries)
            var isJournal = false
            for name in archive.entries.keys.sorted()
            where FormatDetector.fileExtension(name) == "json" && !ArchiveName.isHidden(name) {
                guard let journal = try archive.contents(of: name), Self.isJournal(journal.bytes) else { continue }
                isJournal = true
                if journal.isDamaged { damaged += 1 }
                try take(journal.bytes)
            }
            guard isJournal else {
                throw DocumentError(
                    .unsupportedFormat,
                    "The archive has no journal of Day One or Apple's Journal in it. Export it from Day One as JSON, from Journal by Settings, Export."
                )
            }
        } else {
            guard Self.isJournal(bytes) else { return nil }
            try take(bytes)
        }
        self.rows = rows
        var builder = DocumentBuilder()
        builder.warn(
            damaged, .damaged, "1 journal is damaged in the archive; what could be unpacked was read.",
            "journals are damaged in the archive; what could be unpacked was read.")
        builder.warn(
            facts, .skipped, "The tags, the place or the weather of 1 entry were left out.",
            "entries have tags, places or weather, which were left out.")
        warnings = builder.warnings + writer.finish(warnings: []).warnings
    }

    private static func isJournal(_ bytes: [UInt8]) -> Bool {
        NotesReader.export(Array(bytes.prefix(FormatDetector.headSize))) == .dayOne
    }

    private static func row(_ entry: DayOneEntry) -> JSONValue {
        var row = JSONObject()
        row["id"] = entry.id.map { .string($0) }
        row["date"] = entry.moment.map { .string("\($0.day)") }
        row["time"] = entry.moment.map { .string($0.clock) }
        // A name that nobody knows would keep the entry out.
        if entry.moment != nil { row["timeZone"] = .string(entry.timeZone ?? "UTC") }
        row["title"] = entry.title.map { .string(DayOneReader.plain($0)) }
        var text = entry.text
        if entry.title != nil {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.startIndex
            let rest = lines[(first + 1)...].joined(separator: "\n")
            // An entry that is nothing but its title keeps it as its text.
            if !rest.allSatisfy(\.isWhitespace) { text = rest }
        }
        let words = NotesWriter.unescaped(Array(text.utf8)[...])
        row["text"] = .string(String(decoding: words, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        return .object(row)
    }
}
