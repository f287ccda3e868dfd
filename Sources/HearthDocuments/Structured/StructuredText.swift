import HearthCore

/// Texts that are written for programs as well as for people, told by the endings of their names.
///
/// Nobody speaks in them, though many a line is a name and a colon. Code stays byte for byte; of the others the words are read.
enum StructuredText: Equatable {
    /// Source code, settings and values in words.
    case code
    case org
    case restructured
    case latex

    /// `nil` for other texts.
    ///
    /// - Parameter text: Its beginning at least, which tells where the name tells nothing, and whether the name is right.
    init?(ofFile name: String, _ text: [UInt8]) {
        switch FormatDetector.fileExtension(name) {
        case "org": self = .org
        case "rst", "rest": self = .restructured
        case "tex", "latex", "ltx":
            // Many things have this ending; each command of LaTeX has this sign.
            guard text.contains(UInt8(ascii: "\\")) else { return nil }
            self = .latex
        case "", "txt", "text":
            if LaTeXReader.begins(text) {
                self = .latex
            } else if OrgReader.begins(text) {
                self = .org
            } else {
                return nil
            }
        case let ending where Self.endings.contains(ending): self = .code
        default: return nil
        }
    }

    private static let endings: Set<String> = [
        "json", "jsonl", "ndjson", "geojson", "xml", "svg", "xsl", "xsd", "plist", "opml", "yaml", "yml", "toml", "ini",
        "cfg", "conf", "properties", "env", "tf", "proto", "graphql", "swift", "py", "pyi", "js", "mjs", "cjs", "ts",
        "jsx", "tsx", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "m", "mm", "java", "kt", "kts", "rs", "go", "rb",
        "php", "pl", "pm", "sh", "bash", "zsh", "fish", "ps1", "bat", "cmd", "sql", "r", "jl", "lua", "scala", "cs",
        "fs", "hs", "ml", "mli", "clj", "ex", "exs", "erl", "dart", "zig", "vue", "svelte", "css", "scss", "less",
        "sty", "cls", "bib", "bst", "gradle", "cmake", "mk", "el", "lisp", "scm", "vim", "nix", "diff", "patch",
    ]

    /// - Parameter room: The most bytes of text.
    func read(_ decoded: DecodedText, warnings: [ExtractionWarning], room: Int) throws -> ExtractedDocument {
        switch self {
        case .org: return try OrgReader.read(decoded, warnings: warnings)
        case .restructured: return try RestructuredReader.read(decoded, warnings: warnings)
        case .latex: return try LaTeXReader.read(decoded, warnings: warnings, room: room)
        case .code:
            let blocks = PlainTextReader.paragraphs(in: Array(decoded.text.utf8)).map { Block(.code, span: $0.span) }
            return ExtractedDocument(format: .text, text: decoded.text, blocks: blocks, warnings: warnings)
        }
    }
}
