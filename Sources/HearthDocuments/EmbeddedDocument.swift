import HearthCore

/// Puts what was read of a file in a mail or an archive below a heading that names it, so that a citation does.
enum EmbeddedDocument {
    /// What is said about the reading of one file.
    private static let mostWarnings = 20

    /// - Parameters:
    ///   - heading: Stands above it, at the second level.
    ///   - name: What its warnings are headed with.
    static func append(
        _ content: ExtractedDocument, heading: String, name: String, to builder: inout DocumentBuilder
    ) {
        builder.append(.heading(level: 2), heading)
        let bytes = Array(content.text.utf8)
        // Slides, chapters and entries have headings of their own.
        var pages = content.format == .pdf && content.pages.count > 1 ? content.pages[...] : []
        for block in content.blocks {
            var number: Int?
            while let page = pages.first, page.span.start <= block.span.start {
                number = page.number
                pages = pages.dropFirst()
            }
            if let number { builder.append(.heading(level: 3), "Page \(number)") }
            builder.append(
                below(block.kind, by: 2), bytes[block.span.range], startTime: block.startTime, endTime: block.endTime,
                speaker: block.speaker)
        }
        warn(of: content, name, in: &builder)
    }

    /// The pages of a document as pages of another, with their own headings.
    static func appendPages(of content: ExtractedDocument, name: String, to builder: inout DocumentBuilder) {
        let bytes = Array(content.text.utf8)
        var pages = content.pages[...]
        for block in content.blocks {
            while let page = pages.first, page.span.start <= block.span.start {
                builder.beginPage()
                pages = pages.dropFirst()
            }
            builder.append(
                block.kind, bytes[block.span.range], startTime: block.startTime, endTime: block.endTime,
                speaker: block.speaker)
        }
        warn(of: content, name, in: &builder)
    }

    private static func warn(of content: ExtractedDocument, _ name: String, in builder: inout DocumentBuilder) {
        builder.warnings += content.warnings.prefix(mostWarnings).map { warning in
            ExtractionWarning(warning.kind, "\(name): \(warning.message)")
        }
    }

    /// A heading of an inner text stands below the one that names it.
    static func below(_ kind: Block.Kind, by levels: Int) -> Block.Kind {
        guard case .heading(let level) = kind else { return kind }
        return .heading(level: min(level + levels, 6))
    }
}
