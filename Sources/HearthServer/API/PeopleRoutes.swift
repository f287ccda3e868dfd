import Hearth
import HearthHTTP

/// `/api/journal/people`: who is who.
struct PeopleRoutes: Sendable {
    let hearth: Hearth
    let edits: EditGate
    let upkeep: JournalUpkeep

    var routes: [ServerRoute] {
        [
            Wire.listPeople.route { _ in try await list() },
            Wire.correctPeople.route { try await correct($0) },
        ]
    }

    private func list() async throws -> Wire.PeopleList {
        // Entries that nobody has read are read in the background, so that whoever looks need not wait for a whole diary.
        let job = try await upkeep.job(startingIf: false)
        let found = try await hearth.journal.people(reads: false)
        try await hearth.privacy.willGive(Set(found.entries.map(LabelOrigin.entry)))
        return Wire.PeopleList(
            people: found.people.map(Wire.JournalPerson.init),
            notPeople: found.notPeople.map {
                .init(name: $0.name, kind: $0.kind)
            },
            job: try job.map { try Wire.Job($0) })
    }

    private func correct(_ call: Call<Nothing, Wire.PeopleCorrection>) async throws -> Wire.PeopleList {
        let body = try await call.body()
        let person = body.person
        let journal = hearth.journal
        // Two tabs that correct at once must not take each other's words back.
        try await edits.run {
            switch body.action {
            case .rename:
                guard let name = body.name else { throw Self.missing("name", body.action) }
                try await journal.correctPeople { _ = try await $0.rename(person, to: name) }
            case .merge:
                guard let into = body.into else { throw Self.missing("into", body.action) }
                try await journal.correctPeople { _ = try await $0.merge(person, into: into) }
            case .split: try await journal.correctPeople { _ = try await $0.split(person) }
            case .exclude:
                try await journal.correctPeople { _ = try await $0.exclude(person, as: body.kind ?? .other) }
            case .forget: try await journal.correctPeople { _ = try await $0.forget(person) }
            }
        }
        try await upkeep.changed([])
        return try await list()
    }

    private static func missing(_ field: String, _ action: Wire.PeopleAction) -> ServerError {
        .invalid(field, "`\(field)` has to be given to \(action.rawValue) somebody.")
    }
}

extension Wire.JournalPerson {
    init(_ person: JournalPeople.Person) {
        self.init(
            id: person.id, name: person.name, names: person.names, entries: person.entries, mentions: person.mentions,
            first: person.first, last: person.last, isCorrected: person.isCorrected)
    }
}
