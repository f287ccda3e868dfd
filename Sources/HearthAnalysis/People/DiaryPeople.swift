import HearthCore

/// Who is who in a whole journal: for each label, as those may know it who read up to that label.
struct DiaryPeople: Sendable {
    private var entries: [String: NamedEntry] = [:]
    private var views: [SensitivityLabel: PeopleView] = [:]

    /// As the entries that were read and the owner's corrections say it now.
    ///
    /// The corrections hold whoever asks for what is made of the journal, or it would be made anew for each: no word of them goes where it may not
    /// (``PeopleView``).
    ///
    /// - Parameter labels: Those up to which it will be asked for.
    static func of(
        _ library: any JournalStore, _ names: JournalNames, for labels: Set<SensitivityLabel>
    ) async throws -> DiaryPeople {
        let register = try await Reader.$current.withValue(nil) { try await library.peopleRegister() }
        return DiaryPeople(try await NamedEntry.all(in: library, names), register: register, for: labels)
    }

    init() {}

    init(_ entries: [NamedEntry], register: PeopleRegister, for labels: Set<SensitivityLabel>) {
        self.entries = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
        for label in labels { views[label] = PeopleView(entries, register: register, upTo: label) }
    }

    func view(upTo label: SensitivityLabel) -> PeopleView { views[label] ?? PeopleView([]) }

    /// Who is who among the names of some entries, as far as those may know it who may read them all.
    func digest(of heads: [JournalHead]) -> String {
        view(upTo: heads.map(\.label).max() ?? .private).digest(of: heads.compactMap { entries[$0.id] })
    }
}
