import HearthCore

/// Reads address books (vCard 2.1, 3.0 and 4.0; RFC 2426, RFC 6350): each contact with its numbers, addresses and notes, a page for each.
///
/// The heading of a contact is its name, so that a citation names it. Pictures, sounds and keys are left out.
struct ContactReader {
    private static let mostContacts = 200_000
    /// Contacts in contacts, as vCard 2.1 has it of somebody's assistant.
    private static let deepest = 8

    private var builder = DocumentBuilder()
    private var contacts = 0
    private var leftOut = 0
    private var media = 0
    private var unended = 0
    private var unsaid = 0
    private var isCutOff = false

    /// - Parameter maximumTextBytes: The most bytes of text; contacts beyond it are left out, and counted.
    static func read(_ bytes: [UInt8], maximumTextBytes: Int) throws -> ExtractedDocument {
        var reader = ContactReader()
        var warnings: [ExtractionWarning] = []
        var lines = ContentLines(ContentLines.unicode(bytes, warnings: &warnings))
        var open: [Contact] = []
        var count = 0
        while let line = lines.next() {
            count += 1
            if count & 0xFFF == 0 { try Task.checkCancellation() }
            if line.name == "BEGIN", isCard(line) {
                // Where ends are missing, contacts seem to lie in one another without end.
                if open.count == deepest, let former = open.popLast() {
                    reader.unended += 1
                    reader.take(former, maximumTextBytes)
                }
                open.append(Contact())
            } else if line.name == "END", isCard(line) {
                if let contact = open.popLast() { reader.take(contact, maximumTextBytes) }
            } else if let last = open.indices.last {
                open[last].take(line)
            }
        }
        // A file that was cut off lacks the end of its last contact.
        reader.isCutOff = !open.isEmpty
        while let contact = open.popLast() { reader.take(contact, maximumTextBytes) }
        // One of which nobody is left is an address book all the same.
        guard reader.contacts > 0 || bytes.allSatisfy(isSpace) else {
            throw DocumentError(.damagedDocument, "The file has no contact in it (BEGIN:VCARD).")
        }
        return reader.finish(lines, warnings)
    }

    private static func isCard(_ line: ContentLine) -> Bool {
        line.text.lowercased().filter { !$0.isWhitespace } == "vcard"
    }

    /// Whether a text begins as an address book does.
    static func begins(_ text: some Collection<UInt8>) -> Bool { ContentLines.begin(text, with: "begin:vcard") }

    private mutating func take(_ contact: Contact, _ maximumTextBytes: Int) {
        guard contacts < Self.mostContacts, builder.bytes.count < maximumTextBytes else {
            leftOut += 1
            return
        }
        contacts += 1
        media += contact.media
        unsaid += contact.unsaid
        builder.beginPage()
        builder.append(.heading(level: 2), contact.name)
        builder.append(.paragraph, contact.lines.joined(separator: "\n"))
        let words = Array(contact.notes.replacing("\r\n", with: "\n").utf8)
        for block in PlainTextReader.paragraphs(in: words) { builder.append(block.kind, words[block.span.range]) }
    }

    private mutating func finish(_ lines: ContentLines, _ warnings: [ExtractionWarning]) -> ExtractedDocument {
        builder.warnings = warnings
        builder.warn(
            leftOut, .truncated, "1 contact at the end was not read, beyond what is kept.",
            "contacts at the end were not read, beyond what is kept.")
        builder.warn(isCutOff ? 1 : 0, .damaged, "The file ends inside its last contact.", "")
        builder.warn(unended, .damaged, "1 contact has no end.", "contacts have no end.")
        builder.warn(
            unsaid, .truncated, "1 line of a contact was not read, beyond what is kept.",
            "lines of contacts were not read, beyond what is kept.")
        lines.warn(in: &builder)
        builder.warn(
            media, .skipped, "1 picture, sound or key was left out.", "pictures, sounds and keys were left out.")
        return builder.finish(format: .vcf)
    }
}

/// One contact, gathered line by line.
struct Contact {
    private(set) var media = 0
    /// Lines that are not told, of a contact that has very many.
    private(set) var unsaid = 0
    private(set) var notes = ""
    private var fullName = ""
    private var parts: [String] = []
    private var organization = ""
    private var firstAddress = ""
    private var hasAddress = false
    /// Lines in their order, each with the group that it is in.
    private var said: [(name: String, text: String, group: String?)] = []
    /// What groups are called: Apple's programs keep labels of people's own there.
    private var labels: [String: String] = [:]

    private static let mostSaid = 1_000

    mutating func take(_ line: ContentLine) {
        switch line.name {
        case "FN": if fullName.isEmpty { fullName = onOneLine(line.text) }
        case "N": if parts.isEmpty { parts = Self.fields(line) }
        case "ORG":
            let text = Self.fields(line).filter { !$0.isEmpty }.joined(separator: ", ")
            if organization.isEmpty { organization = text }
            say("Organisation", text, line)
        case "NOTE": notes += (notes.isEmpty ? "" : "\n\n") + line.text
        case "TEL": say(ContactLine.phone, Self.withoutScheme(line.text), line)
        case "EMAIL":
            let address = Self.withoutScheme(line.text)
            if firstAddress.isEmpty { firstAddress = address }
            say(ContactLine.email, address, line)
        case "ADR":
            let address = Self.address(Self.fields(line))
            hasAddress = hasAddress || !address.isEmpty
            say("Address", address, line)
        // The same as it is printed on a letter.
        case "LABEL": if !hasAddress { say("Address", line.text, line) }
        case "BDAY": say("Birthday", Self.date(line.text), line)
        case "ANNIVERSARY", "X-ANNIVERSARY": say("Anniversary", Self.date(line.text), line)
        case "NICKNAME": say("Also called", Self.list(line), line)
        case "TITLE": say("Title", line.text, line)
        case "ROLE": say("Role", line.text, line)
        case "URL": say("Web", line.text, line)
        case "IMPP", "X-JABBER", "X-SKYPE": say(ContactLine.chat, line.text, line)
        case "X-SPOUSE": say("Spouse", line.text, line)
        case "X-MANAGER": say("Manager", line.text, line)
        case "X-ASSISTANT": say("Assistant", line.text, line)
        case "RELATED", "X-ABRELATEDNAMES":
            say("Related", line.text, line)
        case "X-ABDATE": say("Date", Self.date(line.text), line)
        case "CATEGORIES": say("Categories", Self.list(line), line)
        case "GENDER": say("Gender", Self.fields(line).filter { !$0.isEmpty }.joined(separator: ", "), line)
        case "LANG": say("Language", line.text, line)
        case "X-ABLABEL": if let group = line.group, labels.count < Self.mostSaid { labels[group] = line.text }
        case "PHOTO", "LOGO", "SOUND", "KEY": media += 1
        default: break
        }
    }

    private mutating func say(_ name: String, _ text: String, _ line: ContentLine) {
        let text = onOneLine(text)
        guard !text.isEmpty else { return }
        guard said.count < Self.mostSaid else {
            unsaid += 1
            return
        }
        let kinds = line.types.filter { !Self.silent.contains($0) && !$0.hasPrefix("x-") }
        let kind = kinds.isEmpty ? "" : " (\(kinds.prefix(5).joined(separator: ", ")))"
        said.append((name + kind, text, line.group))
    }

    /// What types say that is no help to whoever calls or writes.
    private static let silent: Set<String> = ["pref", "voice", "internet", "intl", "dom", "postal", "parcel", "text"]

    // MARK: - In words

    /// What the contact is called: by its full name, or what else it has.
    var name: String {
        if !fullName.isEmpty { return fullName }
        // Family name, given name, more names, what stands before and behind.
        let order = [3, 1, 2, 0, 4].compactMap { parts.indices.contains($0) ? parts[$0] : nil }.filter { !$0.isEmpty }
        if !order.isEmpty { return onOneLine(order.joined(separator: " ")) }
        return [organization, firstAddress].first { !$0.isEmpty } ?? "(no name)"
    }

    var lines: [String] {
        said.map { line in
            guard let group = line.group, let label = labels[group].map(Self.label), !label.isEmpty else {
                return "\(line.name): \(line.text)"
            }
            return "\(line.name) (\(label)): \(line.text)"
        }
    }

    /// "_$!<Mobile>!$_" is a label of the program's own.
    private static func label(_ text: String) -> String {
        let bare = text.hasPrefix("_$!<") && text.hasSuffix(">!$_") ? String(text.dropFirst(4).dropLast(4)) : text
        return onOneLine(String(bare.prefix(100)))
    }

    private static func fields(_ line: ContentLine) -> [String] {
        ContentLine.parts(line.value, by: UInt8(ascii: ";")).map { onOneLine($0) }
    }

    private static func list(_ line: ContentLine) -> String {
        ContentLine.parts(line.value, by: UInt8(ascii: ",")).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// vCard 4.0 writes numbers as addresses: "tel:+44-20-7946-0000".
    private static func withoutScheme(_ text: String) -> String {
        for scheme in ["tel:", "mailto:"] where text.lowercased().hasPrefix(scheme) {
            return String(text.dropFirst(scheme.count))
        }
        return text
    }

    /// Post box, more, street, town, region, post code, country (RFC 6350, 6.3.1), as they are written on a letter.
    private static func address(_ fields: [String]) -> String {
        func field(_ index: Int) -> String { fields.indices.contains(index) ? fields[index] : "" }
        let town = [field(5), field(3)].filter { !$0.isEmpty }.joined(separator: " ")
        return [field(0), field(1), field(2), town, field(4), field(6)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// "19800514", "--0514" and "1980-05-14T00:00:00Z" as dates; what else is written there stays.
    private static func date(_ text: String) -> String {
        let text = onOneLine(text)
        let bytes = Array(text.utf8)
        let digits = bytes.prefix { $0 != UInt8(ascii: "T") }.filter(isDigit)
        // Without the year; some programs set a hyphen between month and day.
        if bytes.starts(with: "--"), digits.count == 4, (6...7).contains(bytes.count) {
            let day = Array(digits.prefix(2)) + [UInt8(ascii: "-")] + Array(digits.suffix(2))
            return String(decoding: day, as: UTF8.self)
        }
        return CalendarTime(text, zone: nil).map { "\($0.day)" } ?? text
    }
}

/// A line of a contact, as it stands in a document: "Phone (cell): +49 170 1234567".
package enum ContactLine {
    static let phone = "Phone"
    static let email = "Email"
    static let chat = "Chat"

    /// The number or the address by which others call or write to whom a line belongs; `nil` for a line that says something else.
    package static func identifier(in line: Substring) -> Substring? {
        guard let name = [phone, email, chat].first(where: line.hasPrefix) else { return nil }
        let rest = line.dropFirst(name.count)
        if rest.hasPrefix(": ") { return rest.dropFirst(2) }
        guard rest.hasPrefix(" ("), let end = rest.firstRange(of: "): ") else { return nil }
        return rest[end.upperBound...]
    }
}
