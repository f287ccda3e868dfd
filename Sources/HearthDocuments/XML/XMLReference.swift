/// Character references of XML: the five names it defines, and numbers.
///
/// Entities that a document defines are dropped unread, so that neither "billion laughs" nor a file or address behind an
/// external entity can reach the text.
enum XMLReference {
    static func append(_ source: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var position = source.startIndex
        while let ampersand = source[position...].firstIndex(of: UInt8(ascii: "&")) {
            output.append(contentsOf: source[position..<ampersand])
            let window = source[ampersand..<min(source.endIndex, ampersand + 34)]
            guard let semicolon = window.firstIndex(of: UInt8(ascii: ";")) else {
                output.append(UInt8(ascii: "&"))
                position = ampersand + 1
                continue
            }
            appendReference(source[(ampersand + 1)..<semicolon], to: &output)
            position = semicolon + 1
        }
        output.append(contentsOf: source[position...])
    }

    private static func appendReference(_ name: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if name.first == UInt8(ascii: "#") {
            let digits = name.dropFirst()
            let isHex = digits.first == UInt8(ascii: "x")
            let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
            guard let value = UInt32(text, radix: isHex ? 16 : 10), value != 0, let scalar = Unicode.Scalar(value),
                let bytes = UTF8.encode(scalar)
            else { return }
            output.append(contentsOf: bytes)
        } else if name.elementsEqual("amp".utf8) {
            output.append(UInt8(ascii: "&"))
        } else if name.elementsEqual("lt".utf8) {
            output.append(UInt8(ascii: "<"))
        } else if name.elementsEqual("gt".utf8) {
            output.append(UInt8(ascii: ">"))
        } else if name.elementsEqual("quot".utf8) {
            output.append(UInt8(ascii: "\""))
        } else if name.elementsEqual("apos".utf8) {
            output.append(UInt8(ascii: "'"))
        } else if name.elementsEqual("nbsp".utf8) {
            output.append(contentsOf: "\u{A0}".utf8)
        }
    }
}
