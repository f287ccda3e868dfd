import Hearth
import HearthHTTP

// Who is who in the journal.

extension Wire {
    static let listPeople = Operation<Nothing, Nothing, PeopleList>(
        .get, "/api/journal/people", "listPeople", in: .journal, "Who is in the journal, and who is who",
        about: "Names that can only be meant for one person are joined; what the owner corrected holds.")

    static let correctPeople = Operation<Nothing, PeopleCorrection, PeopleList>(
        .post, "/api/journal/people/corrections", "correctPeople", in: .journal, "Correct who is who",
        about:
            "Holds from then on, also when entries are removed or come again. Days, weeks, months and years that have the "
            + "names are made anew by themselves. The answer is what is known then.",
        work: .long,
        bodyLimit: 64 << 10)
}

extension Wire {
    struct JournalPerson: WireType {
        var id: String
        var name: String
        var names: [String]
        var entries: Int
        var mentions: Int
        var first: CivilDate?
        var last: CivilDate?
        var isCorrected: Bool

        static let fields: [String: WireField] = [
            "name": "The one that is shown.",
            "names": "All of them, the one used most first.",
            "entries": "Entries that name the person.",
            "mentions": "How often the person is named in all.",
            "first": "The first day of an entry that names the person.",
            "isCorrected": "Whether the owner said something of any of the names.",
        ]
    }

    struct PeopleList: WireType {
        var people: [JournalPerson]
        var notPeople: [NotPerson]
        var job: Job?

        static let fields: [String: WireField] = [
            "people": "Those who are named most often first.",
            "notPeople": "Names of which the owner said that they are no person's.",
            "job": "The work that reads what was not read yet, which begins by itself; null where there is none.",
        ]

        struct NotPerson: WireType {
            var name: String
            var kind: PeopleRegister.NotPerson

            static let name: String? = nil
        }
    }

    struct PeopleCorrection: WireRequest {
        var person: String
        var action: PeopleAction
        var name: String?
        var into: String?
        var kind: PeopleRegister.NotPerson?

        static let fields: [String: WireField] = [
            "person": .init(
                "An id or the name that is shown, for all of that person's names; another of the names for that name alone.",
                length: 1...200),
            "action": .init(
                "`rename` shows the person as `name`; `merge` says that it is the person `into`; `split` takes the name `person` out "
                    + "of the person that it was joined with; `exclude` says that it is no person's, but what `kind` says; `forget` takes "
                    + "back what was said."),
            "name": .init(nil, .leftOutOrNull, length: 1...200),
            "into": .init(nil, .leftOutOrNull, length: 1...200),
            "kind": .init("`other` where it is left out.", .leftOutOrNull),
        ]
    }

    enum PeopleAction: String, WireChoice {
        case rename, merge, split, exclude, forget

        static let name: String? = "PeopleAction"
    }
}

extension PeopleRegister.NotPerson: WireChoice {
    package static var name: String? { "NotPersonKind" }
}
