/// What a page says of the version of HTML that it is written in.
struct HTMLDoctype: Equatable, Sendable {
    var name: [UInt8]?
    var publicID: [UInt8]?
    var systemID: [UInt8]?
    var forcesQuirks = false

    /// Whether browsers read the page by the rules of old ones ("quirks mode", 13.2.6.4.1).
    var isOfOldPage: Bool {
        if forcesQuirks || name != Array("html".utf8) { return true }
        let publicID = self.publicID.map { String(decoding: $0.map(lowercased), as: UTF8.self) }
        let systemID = self.systemID.map { String(decoding: $0.map(lowercased), as: UTF8.self) }
        if systemID == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" { return true }
        guard let publicID else { return false }
        if ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"].contains(publicID) {
            return true
        }
        if Self.oldBeginnings.contains(where: publicID.hasPrefix) { return true }
        let isTransitional = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
            .contains { publicID.hasPrefix($0) }
        return isTransitional && systemID == nil
    }

    private static let oldBeginnings = [
        // Not "html i18n".
        "-//ietf//dtd html 2.", "-//ietf//dtd html 3", "-//ietf//dtd html level ", "-//ietf//dtd html strict",
        "-//ietf//dtd html//", "+//silmaril//dtd html pro v0r11 19970101//",
        "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
        "-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
        "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
        "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
        "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
        "-//o'reilly and associates//dtd html extended relaxed 1.0//", "-//sq//dtd html 2.0 hotmetal + extensions//",
        "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
        "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava html//",
        "-//sun microsystems corp.//dtd hotjava strict html//", "-//w3c//dtd html 3 1995-03-24//",
        "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
        "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
        "-//w3c//dtd html experimental 19960712//", "-//w3c//dtd html experimental 970421//",
        "-//w3c//dtd w3 html 3.0//",
        "-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
    ]
}

/// Reads a document type from behind `<!DOCTYPE` on, over its ">" (HTML Living Standard, 13.2.5.53 to 13.2.5.68).
struct DoctypeScan {
    let bytes: [UInt8]
    private(set) var position: Int
    private var doctype = HTMLDoctype()

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func run() -> HTMLDoctype {
        read()
        while position < bytes.count, bytes[position] != 0x3E { position += 1 }
        if position < bytes.count { position += 1 }
        return doctype
    }

    private mutating func read() {
        skipSpace()
        var name: [UInt8] = []
        while let byte = byte(at: position), !byte.isHTMLSpace, byte != 0x3E {
            if byte == 0 { name += HTMLTokenizer.replacement } else { name.append(lowercased(byte)) }
            position += 1
        }
        guard !name.isEmpty else { return doctype.forcesQuirks = true }
        doctype.name = name
        skipSpace()
        guard let byte = byte(at: position) else { return doctype.forcesQuirks = true }
        if byte == 0x3E { return }
        let isPublic = bytes[position...].startsLowercased(with: "public")
        guard isPublic || bytes[position...].startsLowercased(with: "system") else {
            return doctype.forcesQuirks = true
        }
        position += 6
        skipSpace()
        if isPublic {
            guard readIdentifier(\.publicID) else { return doctype.forcesQuirks = true }
            skipSpace()
            if self.byte(at: position) == 0x3E { return }
        }
        guard readIdentifier(\.systemID) else { return doctype.forcesQuirks = true }
        skipSpace()
        // What else stands there is passed over, and no sign of an old page.
        doctype.forcesQuirks = position >= bytes.count
    }

    /// Reads an identifier between quotation marks; `false` where there is none, or where it is not closed.
    private mutating func readIdentifier(_ identifier: WritableKeyPath<HTMLDoctype, [UInt8]?>) -> Bool {
        guard let quote = byte(at: position), quote == 0x22 || quote == 0x27 else { return false }
        position += 1
        var value: [UInt8] = []
        defer { doctype[keyPath: identifier] = value }
        while let byte = byte(at: position), byte != 0x3E {
            position += 1
            if byte == quote { return true }
            if byte == 0 { value += HTMLTokenizer.replacement } else { value.append(byte) }
        }
        return false
    }

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
    }
}
