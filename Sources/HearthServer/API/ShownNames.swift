import Hearth
import HearthHTTP

/// Puts names beside the texts of one reply, of people whom chats call by numbers.
///
/// The texts stay as they are, so that their places are those of the documents; the names are of address books that the reader may see, and
/// a program's reading of these is written down as any.
struct ShownNames: Sendable {
    private let contacts: Contacts
    /// The address books that names were taken from.
    private(set) var told: Set<LabelOrigin> = []

    init(_ hearth: Hearth) async throws { self.init(try await hearth.documents.contacts()) }

    init(_ contacts: Contacts) { self.contacts = contacts }

    private mutating func note(_ found: [Contacts.Contact]) {
        for contact in found { told.insert(.document(contact.documentID)) }
    }

    /// - Parameter start: The place of the text's first byte.
    mutating func names(in text: String, from start: Int = 0) -> [NamedText.Name]? {
        let named = contacts.named(text)
        note(named.names.map(\.contact))
        return named.list(from: start)
    }

    /// A text as it is shown where nobody counts its bytes.
    mutating func text(_ text: String) -> String {
        let named = contacts.named(text)
        note(named.names.map(\.contact))
        return named.text
    }

    /// The title of a document as it is shown: that of a chat with one person may be their number.
    mutating func title(_ title: String) -> String {
        guard let contact = contacts.contact(title) else { return text(title) }
        note([contact])
        return contact.name
    }

    mutating func passage(_ passage: Passage) -> Wire.Passage {
        var shown = Wire.Passage(passage)
        shown.names = names(in: passage.text, from: passage.span.start)
        return shown
    }

    mutating func message(_ message: Wire.Message) -> Wire.Message {
        guard message.role == Message.Role.assistant.rawValue else { return message }
        var shown = message
        shown.names = names(in: message.content)
        if let cited = message.citations { shown.citations = citations(cited) }
        if let near = message.nearest { shown.nearest = citations(near) }
        return shown
    }

    private mutating func citations(_ citations: [CitationJSON]) -> [CitationJSON] {
        var shown = citations
        for index in shown.indices { shown[index].names = names(in: shown[index].quote, from: shown[index].start) }
        return shown
    }

    /// Says that the names are about to be given.
    func willGive(by hearth: Hearth) async throws { try await hearth.privacy.willGive(told) }
}
