package import HearthCore

/// Reads web pages: the article without the page around it, or everything there is to read.
package struct HTMLReader {
    package struct Options: Sendable {
        /// Take the whole body: for chapters of e-books, snippets and mail, where nothing is boilerplate.
        package var wholeBody: Bool
        /// The encoding that the container names, for example an HTTP header; it outranks the one in the file.
        package var declaredEncoding: String?

        package init(wholeBody: Bool = false, declaredEncoding: String? = nil) {
            self.wholeBody = wholeBody
            self.declaredEncoding = declaredEncoding
        }
    }

    /// Longer files are read up to here.
    package static let sizeLimit = 64 << 20

    /// Reads a page. Damaged and hostile markup gives the text that can be made out, with warnings.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and nothing else.
    package static func read(_ bytes: [UInt8], options: Options = Options()) throws -> ExtractedDocument {
        var warnings: [ExtractionWarning] = []
        var bytes = bytes
        if bytes.count > sizeLimit {
            bytes.removeSubrange(sizeLimit...)
            warnings.append(.init(.truncated, "The page is larger than \(sizeLimit >> 20) MB; the rest was not read."))
        }
        let decoded = HTMLDecoder.decode(bytes, declared: options.declaredEncoding)
        if decoded.replacements > 0 {
            let places = decoded.replacements == 1 ? "1 place" : "\(decoded.replacements) places"
            warnings.append(
                .init(.undecodableBytes, "Bytes at \(places) are not valid \(decoded.encoding.uppercased()); replaced.")
            )
        }
        let (tree, isTruncated, endedInside) = try HTMLTreeBuilder.build(Array(decoded.text.utf8))
        if isTruncated {
            warnings.append(
                .init(
                    .truncated, "The page has more than \(HTMLTreeBuilder.nodeLimit) elements; the rest was not read."))
        }
        if endedInside {
            warnings.append(.init(.damaged, "A tag, comment or script is not closed; what follows it was not read."))
        }
        let metadata = HTMLMetadata(tree)
        let rendered = try body(of: tree, metadata: metadata, options: options, warnings: &warnings)
        return ExtractedDocument(
            format: .html, title: metadata.title, text: rendered.text, blocks: rendered.blocks, warnings: warnings)
    }

    private static func body(
        of tree: HTMLTree, metadata: HTMLMetadata, options: Options, warnings: inout [ExtractionWarning]
    ) throws -> (text: String, blocks: [Block]) {
        if options.wholeBody || tree.nodes.count == 1 { return try HTMLTextRenderer.render(tree, roots: [0]) }
        let article = try HTMLArticle.find(in: tree, metadata: metadata)
        let rendered = try HTMLTextRenderer.render(tree, roots: [0]) { !article.isLeftOut[$0] }
        if article.charactersLeftOut > 0 {
            warnings.append(
                .init(
                    .skipped,
                    "\(article.charactersLeftOut) characters around the article, such as navigation, were left out."
                ))
        }
        return rendered
    }
}
