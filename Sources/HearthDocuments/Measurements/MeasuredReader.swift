import HearthCore

/// Reads what devices measured by the thousand and nobody wrote: tracks and places (GPX, KML) and the records of Apple Health. What is read is a short
/// account of them; each point for itself would fill a library, and answer nothing.
enum MeasuredReader {
    enum Kind {
        case gpx, kml, health
    }

    /// What a file begins as, by its outermost element; `nil` for other texts.
    static func kind(of head: [UInt8]) -> Kind? {
        switch XMLScanner.root(of: head) {
        case "gpx": .gpx
        case "kml": .kml
        case "HealthData": .health
        default: nil
        }
    }

    /// - Parameter bytes: The whole file.
    /// - Returns: `nil` where nothing of such a file is in it.
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument? {
        switch kind(of: Array(bytes.prefix(FormatDetector.headSize))) {
        case .gpx: try GPXReader.read(bytes)
        case .kml: try KMLReader.read(bytes)
        case .health: try HealthReader.read(bytes)
        case nil: nil
        }
    }
}
