import HearthCore

/// Reads what devices measured by the thousand and nobody wrote: tracks and places (GPX, KML) and the records of Apple Health. What is read is a short
/// account of them; each point for itself would fill a library, and answer nothing.
enum MeasuredReader {
    enum Kind {
        case gpx, kml, health
    }

    /// What a file begins as, by its outermost element; `nil` for other texts.
    static func kind(of head: [UInt8]) -> Kind? {
        switch root(of: head) {
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

    /// The name of the outermost element, or of the document type that names it, without its prefix.
    static func root(of head: [UInt8]) -> String? {
        var rest = head.dropFirst(head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop(while: isSpace)
        for _ in 0..<20 {
            guard rest.first == UInt8(ascii: "<") else { return nil }
            if rest.starts(with: "<!--") || rest.starts(with: "<?") {
                let close: StaticString = rest.starts(with: "<!--") ? "-->" : "?>"
                guard let end = rest.firstIndex(of: close, in: rest.indices) else { return nil }
                rest = rest[(end + close.utf8CodeUnitCount)...].drop(while: isSpace)
                continue
            }
            let isType = rest.startsLowercased(with: "<!doctype")
            let name = rest.dropFirst(isType ? 9 : 1).drop(while: isSpace).prefix(80).prefix {
                isLetter($0) || isDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "_")
            }
            return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
        }
        return nil
    }
}
