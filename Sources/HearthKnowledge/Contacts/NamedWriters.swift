import HearthCore

/// Who wrote the passages that were found, of those whom a question names, where others wrote some. Numbers and addresses are those whom the
/// address books know by them.
struct NamedWriters {
    /// By chunk, the name as a person knows it.
    private(set) var names: [Int64: String] = [:]
    /// Those whom an address book knows.
    private(set) var contacts: [Contacts.Contact] = []

    init(
        _ question: String, _ passages: [Passage], _ contacts: Contacts, _ library: any DocumentStore
    ) async throws {
        let chunks = try await library.chunks(ids: passages.map(\.chunkID))
        let writers = Set(chunks.flatMap { $0.chunk.origin?.senders ?? [] })
        guard !writers.isEmpty else { return }
        var shown: [String: String] = [:]
        // Two who are called alike may be in two address books, of which one is private.
        var known: [String: Set<Contacts.Contact>] = [:]
        for writer in writers {
            let contact = contacts.contact(writer)
            shown[writer] = contact?.name ?? writer
            if let contact { known[contact.name, default: []].insert(contact) }
        }
        let named = NamedSpeakers(question).speakers(among: Set(shown.values).sorted())
        for stored in chunks {
            let own = (stored.chunk.origin?.senders ?? []).compactMap { shown[$0] }
            if let name = own.first(where: named.contains) { names[stored.id] = name }
        }
        self.contacts = Set(names.values).sorted().flatMap { name in
            (known[name] ?? []).sorted { $0.documentID < $1.documentID }
        }
    }
}

extension Retriever {
    /// The same with numbers and addresses beside the names of who is to have written it, and whose they are.
    func naming(
        _ request: SearchRequest, _ contacts: Contacts
    ) async throws -> (request: SearchRequest, contacts: [Contacts.Contact]) {
        guard let senders = request.filter.senders, !contacts.isEmpty else { return (request, []) }
        let found = contacts.writers(named: senders, among: try await library.writers())
        var request = request
        request.filter.senders = senders + found.prefix(Self.mostWriters).map(\.written)
        return (request, found.map(\.contact))
    }

    /// Numbers and addresses that one name may stand for.
    private static let mostWriters = 200
}
