import Foundation
import HearthCore

/// A track, a route or a place, as it is told.
struct MeasuredPlace {
    enum Kind: String {
        case track = "Track"
        case route = "Route"
        case line = "Line"
        case area = "Area"
        case place = "Place"
    }

    var kind = Kind.place
    var name = ""
    var notes: [String] = []
    var path = MeasuredPath()
    /// Of a place.
    var position: (latitude: Double, longitude: Double)?

    /// Where it is, as figures that maps take: "48.20849, 16.37208".
    var coordinates: String? {
        position.map { "\(Self.degrees($0.latitude)), \(Self.degrees($0.longitude))" }
    }

    /// Five figures behind the point are a metre.
    private static func degrees(_ value: Double) -> String {
        let units = Int((abs(value) * 100_000).rounded())
        let rest = "\(units % 100_000)"
        let figures = String(repeating: "0", count: 5 - rest.count) + rest
        return "\(value < 0 ? "-" : "")\(units / 100_000).\(figures)"
    }
}

/// Lays tracks and places out as a document: a heading for each track with what it comes to, and a list of the places.
struct MeasuredWriter {
    /// Tracks and routes of one file, and places.
    static let mostTracks = 1_000
    static let mostPlaces = 1_000
    private static let longestNote = 1_000

    var builder = DocumentBuilder()
    private var tracks = 0
    private var places = 0
    private var isListing = false
    private var points = 0
    private var leftOutTracks = 0
    private var leftOutPlaces = 0
    private var cutNotes = 0
    /// Points that are none on the Earth, or cannot be read.
    var strayPoints = 0

    var isEmpty: Bool { tracks + places == 0 }

    /// A track with a heading of its own.
    mutating func append(track: MeasuredPlace) {
        guard tracks < Self.mostTracks else {
            leftOutTracks += 1
            return
        }
        tracks += 1
        points += track.path.points
        isListing = false
        let name = Self.line(track.name)
        let heading = [name.isEmpty ? "\(track.kind.rawValue) \(tracks)" : name, track.path.start.map { "\($0.day)" }]
        builder.written()
        builder.append(.heading(level: 2), heading.compactMap(\.self).joined(separator: " · "))
        builder.written(track.path.start?.date(in: .gmt))
        let words = track.path.words
        builder.append(.paragraph, words.isEmpty ? track.kind.rawValue : "\(track.kind.rawValue): \(words)")
        for note in track.notes { builder.append(.paragraph, self.note(note)) }
        builder.written()
    }

    /// A place of a list.
    mutating func append(place: MeasuredPlace, below heading: String) {
        guard places < Self.mostPlaces else {
            leftOutPlaces += 1
            return
        }
        places += 1
        points += place.kind == .place ? 0 : place.path.points
        if !isListing { builder.append(.heading(level: 2), Self.line(heading)) }
        isListing = true
        var words = [Self.line(place.name)]
        for note in place.notes { words.append(onOneLine(self.note(note))) }
        if place.kind != .place || place.path.start != nil {
            let path = place.path.words
            words.append(place.kind == .place ? path : "\(place.kind.rawValue): \(path)")
        }
        let text = words.filter { !$0.isEmpty }.joined(separator: " – ")
        builder.append(
            .listItem, [text, place.coordinates.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Ends the list of places: what follows stands below a heading of its own.
    mutating func endList() { isListing = false }

    static func line(_ text: String) -> String { onOneLine(String(text.prefix(300))) }

    private mutating func note(_ text: String) -> String {
        guard let end = text.index(text.startIndex, offsetBy: Self.longestNote, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        cutNotes += 1
        return text[..<end] + "…"
    }

    consuming func finish(isDamaged: Bool) -> ExtractedDocument {
        builder.warn(
            points, .skipped, "1 point of tracks and lines was summed up and is not listed.",
            "points of tracks and lines were summed up and are not listed.")
        builder.warn(
            leftOutTracks, .truncated, "1 track was not read, beyond what is kept.",
            "tracks were not read, beyond what is kept.")
        builder.warn(
            leftOutPlaces, .truncated, "1 place was not read, beyond what is kept.",
            "places were not read, beyond what is kept.")
        builder.warn(
            cutNotes, .truncated, "1 long description was cut.", "long descriptions were cut.")
        builder.warn(
            strayPoints, .damaged, "1 point without a place on the Earth was left out.",
            "points without a place on the Earth were left out.")
        if isDamaged {
            builder.warnings.append(
                ExtractionWarning(.damaged, "The file ends in the middle or is damaged; what follows is not there."))
        }
        return builder.finish(format: .text)
    }
}

extension ChatMoment {
    /// A time in the form of ISO 8601 in UTC, from whatever zone it names; one that names none is taken for one of UTC.
    init?(inUTC text: String) {
        guard let written = ChatMoment(iso: text) else { return nil }
        let tail = Array(text.utf8.suffix(6))
        let figures = tail.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard tail.count == 6, let sign = tail.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            figures.count == 4, figures.allSatisfy(isDigit), text.utf8.count > 16
        else {
            self = written
            return
        }
        let values = figures.map { Int($0 - 0x30) }
        let offset = (values[0] * 10 + values[1]) * 3_600 + (values[2] * 10 + values[3]) * 60
        let seconds = written.day.daysSince1970 * 86_400 + written.seconds
        self.init(epoch: Double(sign == UInt8(ascii: "+") ? seconds - offset : seconds + offset))
    }
}
