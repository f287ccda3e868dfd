import Foundation
import HearthCore

/// An entry of a diary that Day One exported.
struct DayOneEntry {
    var id: String?
    /// The day and the time on the writer's clock; in UTC where the entry names no time zone that is known.
    var moment: ChatMoment?
    /// As the entry names it, "Europe/Berlin"; `nil` where nobody knows the name.
    var timeZone: String?
    /// The first line, where it is a heading.
    var title: String?
    /// In Markdown, with Day One's escapes, and without its pictures.
    var text: String
    var tags: [String] = []
    var place: String?
    var weather: String?
    var files = 0

    /// `nil` for what is no entry.
    init?(_ value: JSONValue, _ zones: inout CalendarZones) {
        guard let date = value["creationDate"]?.stringValue else { return nil }
        id = value["uuid"]?.stringValue
        let zone = value["timeZone"]?.stringValue.flatMap { name in zones.timeZone(name).map { (name, $0) } }
        timeZone = zone?.0
        moment = ChatMoment(iso: date)
        if let utc = moment, let zone = zone?.1 {
            let seconds = Double(utc.day.daysSince1970 * 86_400 + utc.seconds)
            moment = ChatMoment(
                epoch: seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))))
        }
        text = Self.withoutPictures(value["text"]?.stringValue ?? "")
        let first = text.split(whereSeparator: \.isNewline).first ?? ""
        let marks = first.prefix { $0 == "#" }
        if !marks.isEmpty, marks.count <= 6, first.dropFirst(marks.count).first == " " {
            let words = onOneLine(first.dropFirst(marks.count))
            title = words.isEmpty ? nil : String(words.prefix(300))
        }
        tags = (value["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
        let location = value["location"]
        let names = ["placeName", "localityName", "country"].compactMap { location?[$0]?.stringValue }
        place = names.isEmpty ? nil : names.joined(separator: ", ")
        weather = value["weather"]?["conditionsDescription"]?.stringValue
        for key in ["photos", "videos", "audios", "pdfAttachments"] { files += value[key]?.arrayValue?.count ?? 0 }
    }

    /// Drops the places of pictures: "![](dayone-moment://…)".
    private static func withoutPictures(_ text: String) -> String {
        guard text.contains("](dayone-moment:") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            guard line.contains("](dayone-moment:") else { return String(line) }
            var rest = line
            var output = ""
            while let open = rest.range(of: "!["), let address = rest[open.upperBound...].range(of: "](dayone-moment:"),
                let close = rest[address.upperBound...].firstIndex(of: ")")
            {
                output += rest[..<open.lowerBound]
                rest = rest[rest.index(after: close)...]
            }
            output += rest
            return output.allSatisfy(\.isWhitespace) ? nil : output
        }.joined(separator: "\n")
    }
}

/// Reads the journals that Day One exports as JSON: each entry with its day, its time on the writer's clock, its place and its tags.
enum DayOneReader {
    static func read(_ bytes: [UInt8], into writer: inout NotesWriter) throws {
        try forEachEntry(bytes, &writer) { entry, writer in
            let date = entry.moment.map { "\($0.day) \($0.clock)" }
            let title = entry.title.map(Self.plain) ?? ""
            guard writer.begin(title, date) else { return }
            var lines: [String] = []
            if let place = entry.place { lines.append("Place: \(onOneLine(place))") }
            if let weather = entry.weather { lines.append("Weather: \(onOneLine(weather))") }
            if !entry.tags.isEmpty { lines.append("Tags: \(onOneLine(entry.tags.joined(separator: ", ")))") }
            writer.builder.append(.paragraph, lines.joined(separator: "\n"))
            let decoded = DecodedText(text: entry.text, encoding: "utf-8", replacements: 0)
            let document = MarkdownReader.read(decoded, warnings: [], isTranscript: false)
            writer.append(document, skipping: entry.title, unescapes: true)
        }
    }

    /// The entries, one after the other; what is damaged or has no text is counted.
    static func forEachEntry(
        _ bytes: [UInt8], _ writer: inout NotesWriter, _ body: (DayOneEntry, inout NotesWriter) throws -> Void
    ) throws {
        guard let entries = JSONSlice(bytes)["entries"] else { return }
        var zones = CalendarZones()
        let faults = try entries.forEachObject { value in
            guard let entry = DayOneEntry(value, &zones) else {
                writer.damaged += 1
                return
            }
            writer.files += entry.files
            guard !entry.text.allSatisfy(\.isWhitespace) else {
                // What it has beside words is counted as that.
                if entry.files == 0 { writer.empty += 1 }
                return
            }
            try body(entry, &writer)
        }
        writer.take(faults)
    }

    /// A title without Markdown's escapes.
    static func plain(_ title: String) -> String {
        String(decoding: NotesWriter.unescaped(Array(title.utf8)[...]), as: UTF8.self)
    }
}
