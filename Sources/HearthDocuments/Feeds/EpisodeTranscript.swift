import Foundation
package import HearthCore

/// Where a chapter of an episode begins.
package struct EpisodeChapter: Hashable, Sendable {
    /// Seconds from the beginning.
    package var start: Double
    package var title: String

    package init(start: Double, title: String) { (self.start, self.title) = (start, title) }
}

/// Reads the files that a podcast has beside its episodes (https://podcasting2.org/docs/podcast-namespace).
package enum EpisodeFiles {
    /// Longer ones are refused.
    package static let mostBytes = 16 << 20
    /// Chapters that are read.
    private static let mostChapters = 2_000

    /// The transcript that says most of those that an episode has: with times and speakers before without.
    package static func best(of transcripts: [ParsedFeed.Attachment]) -> ParsedFeed.Attachment? {
        func rank(_ file: ParsedFeed.Attachment) -> Int {
            let type = file.type ?? ""
            let ending = file.url.pathExtension.lowercased()
            if type.contains("vtt") || ending == "vtt" { return 0 }
            if type.contains("json") || ending == "json" { return 1 }
            if type.contains("srt") || type.contains("subrip") || ending == "srt" { return 2 }
            if type.contains("html") || ending == "html" || ending == "htm" { return 3 }
            return type.hasPrefix("text/") ? 4 : 5
        }
        return transcripts.enumerated().min { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }?.element
    }

    /// Reads a transcript: WebVTT, SubRip, JSON, HTML, or text.
    ///
    /// - Parameter type: What the feed or the server says that it is; what the file is counts more.
    /// - Throws: ``DocumentError`` where it holds no transcript; `CancellationError`.
    package static func transcript(_ bytes: [UInt8], type: String?, name: String) throws -> Transcript {
        guard bytes.count <= mostBytes else { throw DocumentError(.tooLarge, "The transcript is too large.") }
        let head = Array(bytes.prefix(1_024))
        let isMarked = head.starts(with: [0xEF, 0xBB, 0xBF])
        let start = head.dropFirst(isMarked ? 3 : 0).first { !isSpace($0) }
        if start == UInt8(ascii: "<") {
            let found = try HTMLTranscript.read(bytes, declaredEncoding: type.flatMap(FeedDocument.charset))
            guard !found.cues.isEmpty else {
                throw DocumentError(.noCues, "The page holds no transcript: nothing in it is said.")
            }
            return found
        }
        // Of a name that says another form, what is in it counts.
        return try TranscriptReader(maximumBytes: mostBytes).read(bytes, name: name)
    }

    /// The chapters in a file of JSON; nothing where it holds none. In the order of their times.
    package static func chapters(_ bytes: [UInt8]) -> [EpisodeChapter] {
        guard bytes.count <= mostBytes, let root = try? JSONValue(parsing: bytes),
            let list = root["chapters"]?.arrayValue
        else { return [] }
        return list.prefix(mostChapters).compactMap { value -> EpisodeChapter? in
            guard value["toc"]?.boolValue != false, let title = value["title"]?.stringValue.map(onOneLine),
                !title.isEmpty,
                let start = value["startTime"]?.numberValue.flatMap({ Double($0.description) }), start.isFinite,
                start >= 0, start <= Cue.latestTime
            else { return nil }
            return EpisodeChapter(start: start, title: String(title.prefix(300)))
        }.sorted { $0.start < $1.start }
    }
}

/// Transcripts in HTML as podcasts have them: `<cite>Ann:</cite> <time>0:05</time> <p>Hello.</p>`.
enum HTMLTranscript {
    /// - Throws: `CancellationError`.
    static func read(_ bytes: [UInt8], declaredEncoding: String?) throws -> Transcript {
        let text = HTMLEncoding.decode(bytes, declared: declaredEncoding).text
        let (tree, isTruncated, _) = try HTMLTreeBuilder.build(Array(text.utf8))
        var cues: [Cue] = []
        var (speaker, time): (String?, Double?) = (nil, nil)
        var index = 0
        while index < tree.nodes.count {
            let node = tree.nodes[index]
            switch node.tag {
            case .cite:
                let name = tree.plainText(of: index, limit: 300)
                let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
                speaker = bare.isEmpty ? nil : bare
                index = Int(node.end)
            case .time:
                let clock = Array(tree.plainText(of: index, limit: 40).utf8)
                time = Timestamp.lenient(clock, at: 0, limit: clock.count)?.seconds
                index = Int(node.end)
            case .p:
                let said = words(of: index, in: tree, speaker: &speaker, time: &time)
                if !said.isEmpty { cues.append(Cue(start: time, speaker: speaker, text: said)) }
                time = nil
                index = Int(node.end)
            default: index = node.tag.isNeverText ? Int(node.end) : index + 1
            }
        }
        // What is said lasts until the next begins.
        for place in cues.indices.dropLast() {
            cues[place].end = cues[place].start == nil ? nil : cues[place + 1].start
        }
        var warnings: [ExtractionWarning] = []
        if isTruncated {
            warnings.append(ExtractionWarning(.truncated, "The transcript is too long; the rest was not read."))
        }
        return Transcript(format: .text, cues: cues, warnings: warnings)
    }

    /// The text of a paragraph; the name and the time may stand in it, too.
    private static func words(
        of paragraph: Int, in tree: HTMLTree, speaker: inout String?, time: inout Double?
    ) -> String {
        var said = ""
        var index = paragraph + 1
        while index < Int(tree.nodes[paragraph].end) {
            let node = tree.nodes[index]
            switch node.tag {
            case .cite where said.allSatisfy(\.isWhitespace):
                let name = tree.plainText(of: index, limit: 300)
                speaker = name.hasSuffix(":") ? String(name.dropLast()) : name
                index = Int(node.end)
            case .time where said.allSatisfy(\.isWhitespace):
                let clock = Array(tree.plainText(of: index, limit: 40).utf8)
                time = Timestamp.lenient(clock, at: 0, limit: clock.count)?.seconds
                index = Int(node.end)
            case .text:
                said += String(decoding: tree.bytes(of: index), as: UTF8.self)
                index += 1
            case .br:
                said += " "
                index += 1
            default: index = node.tag.isNeverText ? Int(node.end) : index + 1
            }
        }
        return onOneLine(said)
    }
}
