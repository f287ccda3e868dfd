import HearthCore

/// Reads Jupyter's notebooks (nbformat 3 and 4): the cells in their order, text as Markdown, programs as they are written, and what came out of them as
/// far as it is text.
struct NotebookReader {
    /// Bytes of what came out of one cell.
    private static let mostOutput = 10_000
    private static let mostCells = 100_000

    private var builder = DocumentBuilder()
    private var cutOutputs = 0
    private var pictures = 0
    private var others = 0

    /// - Parameter maximumTextBytes: The most bytes of text; cells beyond it are left out, and counted.
    /// - Returns: `nil` where the text is no notebook.
    static func read(_ text: [UInt8], maximumTextBytes: Int) throws -> ExtractedDocument? {
        // Each notebook names the version of its form. Other things have cells, too, and say of which type they are.
        guard let notebook = try? JSONValue(parsing: text), notebook["nbformat"]?.numberValue != nil else { return nil }
        // Version 3 had sheets, of which programs wrote one.
        let sheets = notebook["worksheets"]?.arrayValue
        let former = sheets.map { $0.flatMap { $0["cells"]?.arrayValue ?? [] } }
        guard let cells = notebook["cells"]?.arrayValue ?? former else { return nil }
        var reader = NotebookReader()
        reader.builder.title = notebook["metadata"]?["title"]?.stringValue.map { onOneLine($0) }
        var read = 0
        for cell in cells.prefix(mostCells) {
            guard reader.builder.bytes.count < maximumTextBytes else { break }
            try Task.checkCancellation()
            reader.append(cell)
            read += 1
        }
        return reader.finish(leftOut: cells.count - read)
    }

    /// Whether a file begins as a notebook may; what makes it one stands at its end.
    static func begins(_ head: [UInt8]) -> Bool {
        guard head.first(where: { !isSpace($0) }) == UInt8(ascii: "{"),
            head.firstIndex(of: "\"cell_type\"", in: head.indices) != nil
        else { return false }
        return head.firstIndex(of: "\"cells\"", in: head.indices) != nil
    }

    private mutating func append(_ cell: JSONValue) {
        let source = Self.text(cell["source"] ?? cell["input"])
        switch cell["cell_type"]?.stringValue {
        case "code":
            builder.append(.code, source)
            appendOutputs(cell["outputs"]?.arrayValue ?? [])
        case "markdown":
            let decoded = DecodedText(text: source, encoding: "utf-8", replacements: 0)
            let document = MarkdownReader.read(decoded, warnings: [], isTranscript: false)
            if builder.title == nil { builder.title = document.title }
            let bytes = Array(document.text.utf8)
            for block in document.blocks { builder.append(block.kind, bytes[block.span.range]) }
            pictures += cell["attachments"]?.objectValue?.count ?? 0
        case "heading":
            let level = cell["level"]?.numberValue?.intValue ?? 1
            builder.append(.heading(level: min(max(level, 1), 6)), source)
        default:
            builder.append(.paragraph, source)
        }
    }

    /// A text, which may be written in lines.
    private static func text(_ value: JSONValue?) -> String {
        if let lines = value?.arrayValue { return lines.compactMap(\.stringValue).joined() }
        return value?.stringValue ?? ""
    }

    // MARK: - What came out

    private mutating func appendOutputs(_ outputs: [JSONValue]) {
        var said = ""
        var pictureNames: [String] = []
        for output in outputs {
            // Version 3 has the forms beside the rest, by short names.
            let forms = output["data"] ?? output
            let names = (forms.objectValue?.keys ?? []).filter {
                $0.hasPrefix("image/") || ["png", "jpeg", "svg"].contains($0)
            }
            pictureNames += names.prefix(1)
            var text = Self.said(output, forms)
            // "<Figure size 640x480 with 1 Axes>" stands for the picture.
            if !names.isEmpty, text.hasPrefix("<") { text = "" }
            if !text.isEmpty { said += (said.isEmpty || said.hasSuffix("\n") ? "" : "\n") + text }
            if text.isEmpty, names.isEmpty, output["output_type"]?.stringValue != "stream" { others += 1 }
        }
        appendSaid(said)
        guard !pictureNames.isEmpty else { return }
        pictures += pictureNames.count
        let shown = pictureNames.prefix(20).map { onOneLine(String($0.prefix(50))) }.joined(separator: ", ")
        builder.append(.paragraph, "Output: \(pictureNames.count == 1 ? "a picture" : "pictures") (\(shown))")
    }

    /// What one output says: in the plainest of its forms.
    private static func said(_ output: JSONValue, _ forms: JSONValue) -> String {
        switch output["output_type"]?.stringValue {
        case "error", "pyerr":
            let name = output["ename"]?.stringValue ?? "Error"
            return "\(name): \(output["evalue"]?.stringValue ?? "")"
        default:
            for form in ["text/plain", "text", "text/markdown", "text/latex", "latex"] {
                let text = text(forms[form])
                if !text.isEmpty { return text }
            }
            return ""
        }
    }

    private mutating func appendSaid(_ text: String) {
        var bytes = TerminalText.plain(text)
        if bytes.count > Self.mostOutput {
            cutOutputs += 1
            var end = Self.mostOutput
            while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            bytes.removeSubrange(end...)
            bytes += Array("…".utf8)
        }
        guard bytes.contains(where: { !isSpace($0) }) else { return }
        builder.append(.code, Array("Output:\n".utf8) + bytes)
    }

    private mutating func finish(leftOut: Int) -> ExtractedDocument {
        builder.warn(
            leftOut, .truncated, "1 cell at the end was not read, beyond what is kept.",
            "cells at the end were not read, beyond what is kept.")
        builder.warn(
            cutOutputs, .truncated, "The output of 1 cell was cut off.", "cells have long outputs, which were cut off.")
        builder.warn(
            pictures, .skipped, "1 picture is named and was left out.", "pictures are named and were left out.")
        builder.warn(
            others, .skipped, "1 output that is no text was left out.", "outputs that are no text were left out.")
        return builder.finish(format: .ipynb)
    }
}

/// What programs write for a terminal.
enum TerminalText {
    /// The bytes without colours and other commands (ECMA-48, 5.4), and of lines that were written over what stood there at last.
    static func plain(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        var lineStart = 0
        // Whether what comes next is written over what stands in the line: to go back to its beginning erases nothing, and some
        // systems end a line so, perhaps twice.
        var isBack = false
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case 0x1B where bytes.first == UInt8(ascii: "["):
                bytes = bytes.dropFirst().drop { (0x20...0x3F).contains($0) }.dropFirst()
            case carriageReturn: isBack = true
            case newline:
                output.append(byte)
                lineStart = output.count
                isBack = false
            default:
                if isBack { output.removeSubrange(lineStart...) }
                isBack = false
                output.append(byte)
            }
        }
        return output
    }
}
