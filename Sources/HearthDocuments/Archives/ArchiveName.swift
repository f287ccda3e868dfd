import HearthCore

/// What the names in an archive say.
enum ArchiveName {
    /// Files that programs keep for themselves.
    static func isHidden(_ name: String) -> Bool {
        let parts = name.split { $0 == "/" || $0 == "\\" }
        return parts.first == "__MACOSX" || parts.contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
            || ["Thumbs.db", "desktop.ini"].contains(parts.last)
    }

    /// Whether it ends like a recording, a font, a program or a picture that is none of text, which nothing is to be read in.
    static func isMedia(_ name: String) -> Bool {
        let ending = FormatDetector.fileExtension(name)
        return SoundFile.types[ending] != nil || endings.contains(ending)
    }

    /// Whether it ends like a picture on which text may be.
    static func isPicture(_ name: String) -> Bool { pictures.contains(FormatDetector.fileExtension(name)) }

    /// Whether it ends like a database, most of which programs keep for themselves; messages are in some.
    static func isDatabase(_ name: String) -> Bool { DocumentReader.mayHaveLog(name) }

    private static let pictures: Set<String> = ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "tif", "tiff"]

    private static let endings: Set<String> = [
        "gif", "bmp", "ico", "psd", "raw", "dng", "m4v", "mov", "mkv", "avi", "3gp", "mpg", "mpeg", "tgs",
        "webmanifest", "woff", "woff2", "ttf", "otf", "exe", "dll", "so", "dylib",
        "class", "pyc", "o", "a",
    ]

    /// The name without its folders.
    static func lastPart(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }

    /// The folder that a file is in, with the stroke behind it; empty for none.
    static func folder(_ name: String) -> String {
        name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    }

    /// Whether a name stands before another where numbers in them count as numbers: "messages2.html" before "messages10.html".
    static func precedes(_ a: String, _ b: String) -> Bool {
        let order = compare(Array(a.utf8), Array(b.utf8))
        // "a01" and "a1" are two names.
        return order == 0 ? a < b : order < 0
    }

    private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if isDigit(a[i]), isDigit(b[j]) {
                let (first, second) = (number(a, &i), number(b, &j))
                if first.count != second.count { return first.count - second.count }
                if let difference = zip(first, second).first(where: { $0 != $1 }) {
                    return Int(difference.0) - Int(difference.1)
                }
            } else if a[i] != b[j] {
                return Int(a[i]) - Int(b[j])
            } else {
                i += 1
                j += 1
            }
        }
        return (a.count - i) - (b.count - j)
    }

    /// The digits from a place on, without noughts before them.
    private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
        let digits = bytes[index...].prefix(while: isDigit)
        index = digits.endIndex
        return digits.drop { $0 == 0x30 }
    }

    /// The names as they are shown: without the folder that all are in, without what would lead out of it, and without Notion's ids.
    static func shown(_ names: [String]) -> [String: String] {
        let parts = names.map { name in
            name.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }.map(String.init)
        }
        let folder = parts.first?.first
        let hasFolder = names.count > 1 && parts.allSatisfy { $0.count > 1 && $0.first == folder }
        var shown: [String: String] = [:]
        for (name, parts) in zip(names, parts) {
            let path = parts.dropFirst(hasFolder ? 1 : 0).map { withoutIDs($0) }.joined(separator: " / ")
            shown[name] = onOneLine(String(path.prefix(300)))
        }
        return shown
    }

    /// Drops the ids of 32 hexadecimal digits that Notion puts behind each name.
    static func withoutIDs(_ name: String) -> String {
        var output: [UInt8] = []
        let bytes = Array(name.utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == space, index + 33 <= bytes.count,
                bytes[(index + 1)..<(index + 33)].allSatisfy({ hexDigit($0) != nil }),
                index + 33 == bytes.count
                    || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/")].contains(bytes[index + 33])
            {
                index += 33
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
