package import Foundation
package import HearthCore

/// Makes documents of what feeds and pages say: a heading with the title, where it is from, and the text.
package enum FeedDocument {
    /// Where something was read.
    package struct Origin: Sendable {
        package var title: String?
        package var author: String?
        package var date: Date?
        /// The name of the feed.
        package var feed: String?
        package var address: URL?

        package init(
            title: String? = nil, author: String? = nil, date: Date? = nil, feed: String? = nil, address: URL? = nil
        ) {
            (self.title, self.author, self.date, self.feed, self.address) = (title, author, date, feed, address)
        }
    }

    /// An item of a feed.
    ///
    /// - Parameters:
    ///   - feed: What the feed is called.
    ///   - own: Addresses of the feed itself.
    /// - Throws: `CancellationError`.
    package static func article(
        _ item: ParsedFeed.Item, feed: String?, at own: [URL] = []
    ) throws -> ExtractedDocument {
        let origin = Origin(
            title: item.title, author: item.author, date: item.date, feed: feed, address: address(of: item, at: own))
        var builder = DocumentBuilder()
        var lines = facts(origin)
        if let recording = item.recording, let address = FeedAddress.withoutKeys(recording.url) {
            let length = recording.duration.map { ", \(clock($0))" } ?? ""
            lines.append("Recording: \(address.absoluteString)\(length)")
        }
        begin(&builder, origin, lines)
        switch item.content {
        case .markup(let bytes):
            let content = try HTMLReader.read(bytes, options: .init(wholeBody: true, declaredEncoding: "utf-8"))
            append(content, to: &builder, skipping: item.title)
        case .text(let text): append(text, to: &builder)
        case nil: break
        }
        var document = finish(builder, .html, origin)
        // A note without a title is called by how it begins.
        if document.title == nil, let first = document.blocks.dropFirst(lines.isEmpty ? 0 : 1).first {
            let words = onOneLine(document.text.text(in: first.span) ?? "")
            let opening = words.count > longestOpening ? words.prefix(longestOpening) + "…" : words
            document.title = opening.isEmpty ? nil : opening
        }
        document.title = document.title ?? name(origin)
        return document
    }

    /// The address of an item as its documents show it. It may need its query, as pages do; where it is that of the recording, the
    /// query may be its reader's key and is not shown, and an address of the feed itself is that of no item.
    ///
    /// - Parameter own: Addresses of the feed itself.
    package static func address(of item: ParsedFeed.Item, at own: [URL]) -> URL? {
        guard let link = item.link, !own.contains(where: { FeedAddress.isSame(link, as: $0) }) else { return nil }
        guard let recording = item.recording?.url else { return link }
        let bare = FeedAddress.withoutKeys(link)
        return bare == FeedAddress.withoutKeys(recording) ? bare : link
    }

    /// Characters of a title that is made of a text's beginning.
    private static let longestOpening = 80

    /// A page that was fetched: of HTML the article on it.
    ///
    /// - Parameters:
    ///   - type: The `Content-Type` that the server gave it.
    ///   - day: When it was fetched.
    /// - Throws: ``DocumentError``, or `CancellationError`.
    package static func page(
        _ bytes: [UInt8], type: String?, url: URL, fetched day: String, reader: DocumentReader = DocumentReader()
    ) async throws -> ExtractedDocument {
        let media = type?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
        var content: ExtractedDocument
        if media == "text/html" || media == "application/xhtml+xml" {
            content = try HTMLReader.read(
                bytes, options: .init(isXHTML: media != "text/html", declaredEncoding: type.flatMap(charset)))
        } else {
            content = try await reader.read(bytes, name: url.lastPathComponent)
        }
        guard content.blocks.contains(where: { !$0.span.isEmpty }) else {
            throw DocumentError(
                .empty, "The page has no text to read. It may be one that a browser has to put together first.")
        }
        // Pages of a PDF and times of a transcript are what citations name; a heading above would move none of them.
        guard content.pages.count <= 1 else { return content }
        let origin = Origin(title: content.title, date: content.createdAt, address: url)
        var builder = DocumentBuilder()
        begin(&builder, origin, facts(origin) + ["Fetched: \(day)"])
        let warnings = content.warnings
        content.warnings = []
        append(content, to: &builder, skipping: content.title)
        builder.warnings = warnings
        var document = finish(builder, content.format, origin)
        document.createdAt = content.createdAt
        return document
    }

    /// What was said in an episode, with its chapters as headings.
    package static func episode(
        _ transcript: Transcript, chapters: [EpisodeChapter], origin: Origin
    ) -> ExtractedDocument {
        var builder = DocumentBuilder()
        begin(&builder, origin, facts(origin))
        builder.warnings = transcript.warnings
        var waiting = transcript.cues.contains { $0.start != nil } ? chapters[...] : []
        var speaker: String?
        for cue in transcript.cues where !cue.text.isEmpty {
            while let chapter = waiting.first, let start = cue.start, chapter.start <= start + 0.5 {
                waiting = waiting.dropFirst()
                builder.append(.heading(level: 2), chapter.title)
            }
            let body = cue.text.utf8.map { $0 == newline || $0 == carriageReturn ? space : $0 }
            let name = cue.speaker.flatMap { $0 == speaker ? nil : Array("\($0): ".utf8) } ?? []
            speaker = cue.speaker
            builder.append(.utterance, name + body, startTime: cue.start, endTime: cue.end, speaker: cue.speaker)
        }
        // Its turns are known; a text would be searched for them once more.
        var document = finish(builder, .vtt, origin)
        document.title = document.title ?? name(origin)
        return document
    }

    // MARK: Parts

    private static func facts(_ origin: Origin) -> [String] {
        var lines: [String] = []
        if let author = origin.author { lines.append("Author: \(author)") }
        if let day = origin.date.flatMap(day) { lines.append("Date: \(day)") }
        if let feed = origin.feed { lines.append("Feed: \(onOneLine(feed))") }
        if let address = origin.address { lines.append("Address: \(address.absoluteString)") }
        return lines
    }

    /// What an item without a title is called: "Talk, 2024-05-14".
    private static func name(_ origin: Origin) -> String? {
        guard let feed = origin.feed.map(onOneLine), !feed.isEmpty else { return nil }
        return [feed, origin.date.flatMap(day)].compactMap { $0 }.joined(separator: ", ")
    }

    private static func begin(_ builder: inout DocumentBuilder, _ origin: Origin, _ lines: [String]) {
        if let title = origin.title { builder.append(.heading(level: 1), onOneLine(title)) }
        builder.append(.paragraph, lines.joined(separator: "\n"))
    }

    private static func finish(
        _ builder: consuming DocumentBuilder, _ format: DocumentFormat, _ origin: Origin
    ) -> ExtractedDocument {
        var document = builder.finish(format: format)
        document.title = origin.title.map(onOneLine)
        document.createdAt = origin.date
        if origin.date != nil || origin.author != nil {
            document.writtenParts = [WrittenPart(start: 0, date: origin.date, sender: origin.author.map(onOneLine))]
        }
        return document
    }

    private static func append(
        _ content: ExtractedDocument, to builder: inout DocumentBuilder, skipping title: String?
    ) {
        let bytes = Array(content.text.utf8)
        let title = title.map(onOneLine)
        for (index, block) in content.blocks.enumerated() {
            let text = bytes[block.span.range]
            // The title is the heading already.
            if index == 0, case .heading = block.kind, onOneLine(String(decoding: text, as: UTF8.self)) == title {
                continue
            }
            builder.append(
                EmbeddedDocument.below(block.kind, by: 1), text, startTime: block.startTime, endTime: block.endTime,
                speaker: block.speaker)
        }
        builder.warnings += content.warnings
    }

    private static func append(_ text: String, to builder: inout DocumentBuilder) {
        var paragraph: [Substring] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                builder.append(.paragraph, paragraph.joined(separator: "\n"))
                paragraph = []
            } else {
                paragraph.append(line)
            }
        }
        builder.append(.paragraph, paragraph.joined(separator: "\n"))
    }

    private static func day(_ date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
        return CivilDate(daysSince1970: Int((seconds / 86_400).rounded(.down)))?.description
    }

    private static func clock(_ seconds: Double) -> String { ClockText.short(seconds) }

    /// The `charset` of a `Content-Type`.
    package static func charset(_ type: String) -> String? {
        // In the text itself: in lower case it may be of another length.
        guard let place = type.range(of: "charset=", options: .caseInsensitive) else { return nil }
        let value = type[place.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        let bare = value.trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
        return bare.isEmpty ? nil : bare
    }
}
