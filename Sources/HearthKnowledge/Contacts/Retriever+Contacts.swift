import HearthCore

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
