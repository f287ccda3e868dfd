/// The file formats that Hearth reads as documents.
public enum DocumentFormat: String, Codable, Sendable, CaseIterable {
    case text
    case markdown
    case html
    case pdf
    case docx
    case epub
    case odt
    case srt
    case vtt
}
