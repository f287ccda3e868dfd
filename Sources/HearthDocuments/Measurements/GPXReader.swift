import HearthCore

/// Reads GPX (1.0 and 1.1, https://www.topografix.com/GPX/1/1/): what tracks and routes are called, when and how far they went, and the places.
enum GPXReader {
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument? {
        var handler = GPXHandler()
        let outcome = try XMLScanner.scan(bytes, &handler)
        guard !handler.writer.isEmpty || !handler.places.isEmpty else { return nil }
        for place in handler.places { handler.writer.append(place: place, below: "Places") }
        return handler.writer.finish(isDamaged: outcome == .damaged)
    }
}

private struct GPXHandler: XMLHandler {
    private static let longestText = 10_000

    var writer = MeasuredWriter()
    /// Places stand before the tracks in the file, and behind them in the document.
    var places: [MeasuredPlace] = []
    private var open: [String] = []
    private var text: [UInt8] = []
    private var current: MeasuredPlace?

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        open.append(name.local)
        text.removeAll(keepingCapacity: true)
        switch name.local {
        case "trk": current = MeasuredPlace(kind: .track)
        case "rte": current = MeasuredPlace(kind: .route)
        case "trkseg": current?.path.breakOff()
        case "wpt":
            current = MeasuredPlace()
            if let (latitude, longitude) = Self.position(attributes) { current?.position = (latitude, longitude) }
        case "trkpt", "rtept":
            if let (latitude, longitude) = Self.position(attributes) {
                current?.path.add(latitude: latitude, longitude: longitude)
            } else {
                writer.strayPoints += 1
            }
        default: break
        }
    }

    private static func position(_ attributes: XMLAttributes) -> (Double, Double)? {
        guard let latitude = attributes["lat"].flatMap(Double.init),
            let longitude = attributes["lon"].flatMap(Double.init),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return (latitude, longitude)
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        text.append(contentsOf: bytes.prefix(max(0, Self.longestText - text.count)))
    }

    mutating func end(_ name: XMLName) {
        if open.last == name.local { open.removeLast() }
        let words = String(decoding: text.trimmed(), as: UTF8.self)
        text.removeAll(keepingCapacity: true)
        let parent = open.last
        switch name.local {
        case "trk", "rte":
            if let current { writer.append(track: current) }
            current = nil
        case "wpt":
            if let current { places.append(current) }
            current = nil
        case "ele": if let height = Double(words) { current?.path.add(height: height) }
        case "time" where parent != "metadata" && parent != "gpx":
            if let moment = ChatMoment(inUTC: words) { current?.path.add(moment) }
        case "name" where ["trk", "rte", "wpt"].contains(parent): current?.name = words
        case "name" where parent == "metadata" || parent == "gpx":
            guard !words.isEmpty, writer.builder.title == nil else { break }
            writer.builder.title = MeasuredWriter.line(words)
            writer.builder.append(.heading(level: 1), MeasuredWriter.line(words))
        case "desc", "cmt", "type":
            guard !words.isEmpty else { break }
            if ["trk", "rte", "wpt"].contains(parent) {
                // Many programs write the same twice.
                if current?.notes.contains(words) == false, current?.name != words { current?.notes.append(words) }
            } else if parent == "metadata" || parent == "gpx" {
                writer.builder.append(.paragraph, words)
            }
        default: break
        }
    }
}
