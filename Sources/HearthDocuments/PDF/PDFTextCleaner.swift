/// Makes plain text of what fonts in PDFs stand for: ligatures become letters, and characters that mean nothing go.
enum PDFTextCleaner {
    static func clean(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 || ($0 < 0x20 && $0 != newline) }) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0xFB00...0xFB06: output.append(contentsOf: ligatures[Int(scalar.value) - 0xFB00].utf8)
            case 0x09, 0xA0, 0x2000...0x200A, 0x202F: output.append(space)
            // Controls, zero-width characters, and pdfium's mark of a joined hyphen.
            case 0x00...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x200B, 0x2060, 0xFEFF, 0xFFFE, 0xFFFF: break
            // A soft hyphen is one only at the end of a line, where the joining of words removes it.
            case 0xAD: output.append(UInt8(ascii: "-"))
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return output
    }

    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
}
