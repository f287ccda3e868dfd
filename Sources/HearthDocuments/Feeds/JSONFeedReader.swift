import Foundation
import HearthCore

/// Reads JSON Feed (https://www.jsonfeed.org/version/1.1/).
enum JSONFeedReader {
    /// - Returns: `nil` where the text is JSON of another kind, or none.
    /// - Throws: `CancellationError`.
    static func read(_ text: String, url: URL?) throws -> ParsedFeed? {
        guard let root = try? JSONValue(parsing: text), let items = root["items"]?.arrayValue,
            root["version"]?.stringValue?.contains("jsonfeed.org") == true
        else { return nil }
        var feed = ParsedFeed(
            title: root["title"]?.stringValue.flatMap { FeedItemBuilder.line($0) },
            link: root["home_page_url"]?.stringValue.flatMap { FeedAddress.resolve($0, from: url) })
        var (ids, same, empty, badDates): (Set<String>, Int, Int, Int) = ([], 0, 0, 0)
        for value in items.prefix(FeedReader.mostItems) {
            try Task.checkCancellation()
            var isBadDate = false
            guard let item = try item(value, url: url).item(isBadDate: &isBadDate) else {
                empty += 1
                continue
            }
            if isBadDate { badDates += 1 }
            if ids.insert(item.id).inserted { feed.items.append(item) } else { same += 1 }
        }
        var notes = DocumentBuilder()
        notes.warn(
            items.count - FeedReader.mostItems, .truncated,
            "1 item at the end of the feed was not read, beyond what is kept.",
            "items at the end of the feed were not read, beyond what is kept.")
        notes.warn(
            badDates, .damaged, "1 item has a date that cannot be read.", "items have dates that cannot be read.")
        notes.warn(
            same, .skipped, "1 item stands in the feed twice; the first is kept.",
            "items stand in the feed twice; the first of each is kept.")
        notes.warn(
            empty, .skipped, "1 item without title, text and recording was left out.",
            "items without title, text and recording were left out.")
        feed.warnings = notes.warnings
        return feed
    }

    private static func item(_ value: JSONValue, url: URL?) -> FeedItemBuilder {
        var builder = FeedItemBuilder(base: url)
        func set(_ field: FeedItemBuilder.Field, _ name: String, _ form: FeedItemBuilder.Form = .plain) {
            if let text = value[name]?.stringValue { builder.set(field, Array(text.utf8), form) }
        }
        // Some write a number for it.
        if let id = value["id"]?.stringValue ?? value["id"]?.numberValue?.description {
            builder.set(.id, Array(id.utf8), .plain)
        }
        set(.title, "title")
        set(.content, "content_html", .markup)
        set(.content, "content_text")
        set(.summary, "summary")
        set(.published, "date_published")
        set(.updated, "date_modified")
        let authors = value["authors"]?.arrayValue ?? value["author"].map { [$0] } ?? []
        let names = authors.prefix(20).compactMap { $0["name"]?.stringValue }
        builder.set(.author, Array(names.joined(separator: ", ").utf8), .plain)
        builder.link = (value["url"]?.stringValue ?? value["external_url"]?.stringValue)
            .flatMap { FeedAddress.resolve($0, from: url) }
        for file in value["attachments"]?.arrayValue?.prefix(50) ?? [] where builder.recording == nil {
            builder.addRecording(
                file["url"]?.stringValue, type: file["mime_type"]?.stringValue,
                length: file["size_in_bytes"]?.numberValue?.description)
            if builder.recording != nil, let seconds = file["duration_in_seconds"]?.numberValue {
                builder.set(.duration, Array(seconds.description.utf8), .plain)
            }
        }
        return builder
    }
}
