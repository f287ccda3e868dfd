import HearthCore

/// Reads KML (OGC 12-007r2) and the tracks that Google added to it: places, lines and tracks with their names, in the folders that they are in.
enum KMLReader {
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument? {
        var handler = KMLHandler()
        let outcome = try XMLScanner.scan(bytes, &handler)
        if handler.isCancelled { throw CancellationError() }
        guard !handler.writer.isEmpty else { return nil }
        return handler.writer.finish(isDamaged: outcome == .damaged)
    }
}

private struct KMLHandler: XMLHandler {
    private static let longestText = 10_000
    /// Of a line of a million points.
    private static let longestCoordinates = 50_000_000

    var writer = MeasuredWriter()
    private(set) var isCancelled = false
    private var open: [String] = []
    private var text: [UInt8] = []
    private var current: MeasuredPlace?
    /// The names of the folders that are open.
    private var folders: [String] = []

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        open.append(name.local)
        text.removeAll(keepingCapacity: true)
        switch name.local {
        case "Document", "Folder":
            folders.append("")
            writer.endList()
        case "Placemark": current = MeasuredPlace()
        case "Track", "MultiTrack": set(.track)
        case "LineString", "LinearRing":
            current?.path.breakOff()
            set(open.contains("Polygon") ? .area : .line)
        case "Polygon": set(.area)
        default: break
        }
    }

    private mutating func set(_ kind: MeasuredPlace.Kind) {
        if current?.kind == .place { current?.kind = kind }
        if kind == .track { current?.path.breakOff() }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        let most = open.last == "coordinates" ? Self.longestCoordinates : Self.longestText
        text.append(contentsOf: bytes.prefix(max(0, most - text.count)))
    }

    mutating func end(_ name: XMLName) {
        if open.last == name.local { open.removeLast() }
        let bytes = text
        text.removeAll(keepingCapacity: true)
        let parent = open.last
        func words() -> String { String(decoding: bytes.trimmed(), as: UTF8.self) }
        switch name.local {
        case "Document", "Folder":
            if !folders.isEmpty { folders.removeLast() }
            writer.endList()
        case "Placemark":
            if Task.isCancelled { isCancelled = true }
            guard let found = current, !isCancelled else { break }
            current = nil
            if found.kind == .track {
                writer.append(track: found)
            } else {
                writer.append(place: found, below: folders.last { !$0.isEmpty } ?? "Places")
            }
        case "name":
            if parent == "Placemark" {
                current?.name = words()
            } else if parent == "Document" || parent == "Folder" {
                if !folders.isEmpty { folders[folders.count - 1] = words() }
                if parent == "Document", writer.builder.title == nil, !words().isEmpty {
                    writer.builder.title = MeasuredWriter.line(words())
                }
            }
        case "description", "address", "phoneNumber":
            guard parent == "Placemark" else { break }
            let said = Self.plain(bytes)
            if !said.isEmpty { current?.notes.append(said) }
        case "when", "begin", "end":
            if let moment = ChatMoment(inUTC: words()) {
                current?.path.add(moment)
            } else if open.contains("TimeStamp") || open.contains("TimeSpan"), !words().isEmpty {
                // A day, a month or a year alone.
                current?.notes.append(words())
            }
        case "coordinates": addAll(bytes)
        case "coord": add(bytes[...].split(whereSeparator: isSpace))
        default: break
        }
    }

    /// "16.37,48.20,170 16.38,48.21,171": the longitude first.
    private mutating func addAll(_ bytes: [UInt8]) {
        for point in bytes.split(whereSeparator: isSpace) { add(point.split(separator: UInt8(ascii: ","))) }
    }

    private mutating func add(_ figures: [ArraySlice<UInt8>]) {
        func value(_ index: Int) -> Double? {
            index < figures.count ? Double(String(decoding: figures[index].prefix(40), as: UTF8.self)) : nil
        }
        guard let longitude = value(0), let latitude = value(1), abs(latitude) <= 90, abs(longitude) <= 180 else {
            writer.strayPoints += 1
            return
        }
        if current?.kind == .place {
            current?.position = (latitude, longitude)
        } else {
            current?.path.add(latitude: latitude, longitude: longitude)
            // Lines on a map have no height but nought.
            if current?.kind == .track, let height = value(2) { current?.path.add(height: height) }
        }
    }

    /// Descriptions may be HTML.
    private static func plain(_ bytes: [UInt8]) -> String {
        guard bytes.contains(UInt8(ascii: "<")) else { return onOneLine(String(decoding: bytes, as: UTF8.self)) }
        let options = HTMLReader.Options(wholeBody: true, declaredEncoding: "utf-8")
        return onOneLine((try? HTMLReader.read(bytes, options: options))?.text ?? "")
    }
}
