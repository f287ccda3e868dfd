import HearthCore

/// Puts what was read of a file in a mail or an archive below a heading that names it, so that a citation does.
enum EmbeddedDocument {
    /// What is said about the reading of one file.
    private static let mostWarnings = 20

    /// - Parameters:
    ///   - heading: Stands above it.
    ///   - level: Of the heading.
    ///   - name: What its warnings are headed with.
    static func append(
        _ content: ExtractedDocument, heading: String, level: Int = 2, name: String, to builder: inout DocumentBuilder
    ) {
        builder.append(.heading(level: level), heading)
        let bytes = Array(content.text.utf8)
        // Slides, chapters and entries have headings of their own.
        var pages = [.pdf, .image].contains(content.format) && content.pages.count > 1 ? content.pages[...] : []
        var written = content.writtenParts[...]
        for block in content.blocks {
            var number: Int?
            while let page = pages.first, page.span.start <= block.span.start {
                number = page.number
                pages = pages.dropFirst()
            }
            if let number { builder.append(.heading(level: level + 1), "Page \(number)") }
            take(&written, upTo: block, into: &builder)
            builder.append(
                below(block.kind, by: level), bytes[block.span.range], startTime: block.startTime,
                endTime: block.endTime,
                speaker: block.speaker)
        }
        // What comes next is none of theirs.
        if !content.writtenParts.isEmpty { builder.written() }
        warn(of: content, name, in: &builder)
    }

    /// The pages of a document as pages of another, with their own headings.
    static func appendPages(of content: ExtractedDocument, name: String, to builder: inout DocumentBuilder) {
        let bytes = Array(content.text.utf8)
        var pages = content.pages[...]
        var written = content.writtenParts[...]
        for block in content.blocks {
            while let page = pages.first, page.span.start <= block.span.start {
                builder.beginPage()
                pages = pages.dropFirst()
            }
            take(&written, upTo: block, into: &builder)
            builder.append(
                block.kind, bytes[block.span.range], startTime: block.startTime, endTime: block.endTime,
                speaker: block.speaker)
        }
        // What comes next is none of theirs.
        if !content.writtenParts.isEmpty { builder.written() }
        warn(of: content, name, in: &builder)
    }

    /// Who wrote the block that comes next, where another begins with it.
    private static func take(
        _ written: inout ArraySlice<WrittenPart>, upTo block: Block, into builder: inout DocumentBuilder
    ) {
        while let part = written.first, part.start <= block.span.start {
            builder.written(part.date, by: part.sender)
            written = written.dropFirst()
        }
    }

    private static func warn(of content: ExtractedDocument, _ name: String, in builder: inout DocumentBuilder) {
        // What says that there is more to be read is not among those that are one too many.
        let isUnread: (ExtractionWarning) -> Bool = { [.recognitionPending, .recognizerMissing].contains($0.kind) }
        let warnings = content.warnings.filter(isUnread) + content.warnings.filter { !isUnread($0) }
        builder.warnings += warnings.prefix(mostWarnings).map { warning in
            ExtractionWarning(warning.kind, "\(name): \(warning.message)", missingPackage: warning.missingPackage)
        }
    }

    /// A heading of an inner text stands below the one that names it.
    static func below(_ kind: Block.Kind, by levels: Int) -> Block.Kind {
        guard case .heading(let level) = kind else { return kind }
        return .heading(level: min(level + levels, 6))
    }
}
