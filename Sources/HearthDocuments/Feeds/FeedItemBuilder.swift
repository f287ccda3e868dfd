import Foundation
import HearthCore

/// What is gathered of one item of a feed while it is read, whatever its format calls it.
struct FeedItemBuilder {
    enum Field: Hashable {
        case title, id, link, author, mailAuthor, otherAuthor, content, description, summary
        case published, otherDate, updated, duration
    }

    /// How a text is written.
    enum Form { case plain, markup }

    struct Value {
        var bytes: [UInt8]
        var form: Form
    }

    private(set) var values: [Field: Value] = [:]
    /// From where relative addresses go on.
    var base: URL?
    var link: URL?
    var isPermanentLink = true
    var recording: ParsedFeed.Recording?
    var transcripts: [ParsedFeed.Attachment] = []
    var chapters: ParsedFeed.Attachment?

    /// Transcripts of one episode: some languages in some forms.
    private static let mostTranscripts = 50

    init(base: URL?) { self.base = base }

    /// The first text of a kind is the item's own; what says the same again is not taken.
    mutating func set(_ field: Field, _ bytes: [UInt8], _ form: Form) {
        guard values[field] == nil, bytes.contains(where: { !isSpace($0) }) else { return }
        values[field] = Value(bytes: bytes, form: form)
    }

    mutating func addRecording(_ address: String?, type: String?, length: String?) {
        guard recording == nil, let url = address.flatMap({ FeedAddress.resolve($0, from: base) }) else { return }
        let type = type.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        guard Self.isSound(url, type) else { return }
        let count = length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 > 0 ? $0 : nil }
        recording = ParsedFeed.Recording(url: url, type: type?.isEmpty == true ? nil : type, byteCount: count)
    }

    mutating func addTranscript(_ address: String?, type: String?, language: String?) {
        guard transcripts.count < Self.mostTranscripts,
            let url = address.flatMap({ FeedAddress.resolve($0, from: base) })
        else { return }
        transcripts.append(.init(url: url, type: type?.lowercased(), language: language))
    }

    private static func isSound(_ url: URL, _ type: String?) -> Bool {
        if let type, type.hasPrefix("audio/") || type.hasPrefix("video/") { return true }
        return (type ?? "").isEmpty && SoundFile.types[url.pathExtension.lowercased()] != nil
    }

    // MARK: What it comes to

    /// - Parameters:
    ///   - isBadDate: Is told whether there is a date that cannot be read.
    /// - Returns: `nil` where it says nothing.
    /// - Throws: `CancellationError`.
    func item(isBadDate: inout Bool) throws -> ParsedFeed.Item? {
        let title = try line(.title)
        let content = try content()
        guard title != nil || content != nil || recording != nil else { return nil }
        let dates = [Field.published, .otherDate, .updated].compactMap { values[$0] }
        let date = dates.lazy.compactMap { FeedDate.parse(String(decoding: $0.bytes, as: UTF8.self)) }.first
        isBadDate = date == nil && !dates.isEmpty
        let id = values[.id].map { String(decoding: $0.bytes.trimmed(), as: UTF8.self) }
        let address = link ?? (isPermanentLink ? id.flatMap { FeedAddress.resolve($0, from: nil) } : nil)
        var recording = recording
        recording?.duration = values[.duration].flatMap { FeedDate.duration(String(decoding: $0.bytes, as: UTF8.self)) }
        let said = [title, dates.first.map { String(decoding: $0.bytes, as: UTF8.self) }].compactMap { $0 }
        return ParsedFeed.Item(
            id: Self.shortened(
                id ?? address?.absoluteString ?? recording?.url.absoluteString ?? said.joined(separator: "\n")),
            title: title, author: try author(), date: date, link: address, content: content, recording: recording,
            transcripts: transcripts, chapters: chapters)
    }

    private func content() throws -> ParsedFeed.Content? {
        for field in [Field.content, .description, .summary] {
            guard let value = values[field] else { continue }
            switch value.form {
            case .markup: return .markup(value.bytes)
            case .plain: return .text(String(decoding: value.bytes, as: UTF8.self))
            }
        }
        return nil
    }

    private func author() throws -> String? {
        if let name = try line(.author) ?? line(.otherAuthor) { return name }
        guard let mail = try line(.mailAuthor) else { return nil }
        // "ann@example.org (Ann Smith)", as RSS has it.
        guard let open = mail.firstIndex(of: "("), mail.hasSuffix(")") else { return mail }
        let name = mail[mail.index(after: open)...].dropLast().trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? mail : name
    }

    /// A short text on one line, without markup.
    private func line(_ field: Field) throws -> String? {
        guard let value = values[field] else { return nil }
        return try Self.line(value)
    }

    static func line(_ value: Value) throws -> String? {
        let isMarkup =
            value.form == .markup && value.bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
        let text =
            isMarkup
            ? try HTMLReader.read(value.bytes, options: .init(wholeBody: true, declaredEncoding: "utf-8")).text
            : String(decoding: value.bytes, as: UTF8.self)
        return line(text)
    }

    /// As long as a title may be: that of a feed stands in each of its documents.
    static func line(_ text: String) -> String? {
        let line = onOneLine(String(text.unicodeScalars.prefix(1_000)))
        return line.isEmpty ? nil : line
    }

    /// What tells items apart is kept: as long as an address may be, and no longer.
    private static func shortened(_ id: String) -> String {
        String(id.unicodeScalars.prefix(2_048))
    }
}
