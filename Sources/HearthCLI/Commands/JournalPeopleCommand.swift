public import ArgumentParser
public import Hearth

/// `hearth journal people …`: who is who.
struct JournalPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "Who is in your journal, and who is who.",
        discussion: """
            Names that can only be meant for one person are joined: a first name of which there is one longer name ("Priya", "Priya N."), and \
            whatever you call your mother or father ("Mum", "my mother"). What you correct holds from then on, for entries that come later too, and also \
            when entries are removed or imported again. A NAME is any of a person's names, or the id that --json prints.

            EXAMPLES
              hearth journal people
              hearth journal people merge Mum Ingrid
              hearth journal people rename Ingrid "Ingrid Holm"
              hearth journal people split "Priya N."
              hearth journal people not-a-person Paris --kind place
              hearth journal people forget-correction Paris
            """,
        subcommands: [
            JournalPeopleListCommand.self, JournalPeopleRenameCommand.self, JournalPeopleMergeCommand.self,
            JournalPeopleSplitCommand.self, JournalPeopleExcludeCommand.self, JournalPeopleForgetCommand.self,
        ], defaultSubcommand: JournalPeopleListCommand.self)

    static func show(_ person: JournalPeople.Person) {
        let out = Terminal.output
        let others = person.names.filter { $0 != person.name }
        let names = others.isEmpty ? "" : " (\(others.map(Terminal.line).joined(separator: ", ")))"
        var facts = [
            "\(Format.count(person.mentions, "mention")) in \(Format.count(person.entries, "entry", many: "entries"))"
        ]
        if let first = person.first, let last = person.last {
            facts.append(first == last ? first.description : "\(first) to \(last)")
        }
        if person.isCorrected { facts.append("corrected") }
        out.write(out.bold(Terminal.line(person.name)) + names + "  " + out.dim(facts.joined(separator: ", ")) + "\n")
    }

    static func show(_ name: JournalPeople.Excluded) -> String { "\(Terminal.line(name.name)) (\(name.kind.rawValue))" }

    static func tell(_ person: JournalPeople.Person, json: Bool) throws {
        if json { try JSONLines().write(person) } else { show(person) }
    }
}

/// `hearth journal people list`.
struct JournalPeopleListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Everybody whom the entries name, the most often named first.",
        discussion: "With --json a line for each person, then one for each name that is no person's.")
    @OptionGroup var options: StoreOptions

    struct ExcludedOutput: Encodable {
        var notAPerson: String
        var kind: PeopleRegister.NotPerson
    }

    func run() async throws {
        let found = try await Hearth().journal.people(progress: JournalProgress.show)
        if options.json {
            let lines = JSONLines()
            for person in found.people { try lines.write(person) }
            for name in found.notPeople { try lines.write(ExcludedOutput(notAPerson: name.name, kind: name.kind)) }
            return
        }
        for person in found.people { JournalPeopleCommand.show(person) }
        if found.people.isEmpty { Terminal.output.write("Nobody is named in the journal yet.\n") }
        if !found.notPeople.isEmpty {
            let names = found.notPeople.map(JournalPeopleCommand.show).joined(separator: ", ")
            Terminal.output.write(Terminal.output.dim("not people: \(names)") + "\n")
        }
    }
}

/// `hearth journal people rename`.
struct JournalPeopleRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Show somebody under another name.")
    @Argument(help: "Any of the person's names, or the id.") var name: String
    @Argument(help: "The name to show.") var new: String
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let (name, new) = (name, new)
        let person = try await Hearth().journal.correctPeople { try await $0.rename(name, to: new) }
        try JournalPeopleCommand.tell(person, json: options.json)
    }
}

/// `hearth journal people merge`.
struct JournalPeopleMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Say that somebody is the same person as another, and is shown as that one.")
    @Argument(
        help: "The name that is shown, or the id, for all of that person's names; another name for that name alone.")
    var name: String
    @Argument(help: "Who it is.") var into: String
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let (name, into) = (name, into)
        let person = try await Hearth().journal.correctPeople { try await $0.merge(name, into: into) }
        try JournalPeopleCommand.tell(person, json: options.json)
    }
}

/// `hearth journal people split`.
struct JournalPeopleSplitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Say that one name is somebody else than the person it was joined with.")
    @Argument(help: "The name that is somebody else.") var name: String
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let name = name
        let person = try await Hearth().journal.correctPeople { try await $0.split(name) }
        try JournalPeopleCommand.tell(person, json: options.json)
    }
}

/// `hearth journal people not-a-person`.
struct JournalPeopleExcludeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "not-a-person",
        abstract: "Say that a name was taken for a person's wrongly, or is not to be counted.")
    @Argument(
        help: "The name that is shown, or the id, for all of that person's names; another name for that name alone.")
    var name: String
    @Option(help: "What it is: place, organization, or other, which also is for somebody whom you would not count.")
    var kind = PeopleRegister.NotPerson.other
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let (name, kind) = (name, kind)
        let names = try await Hearth().journal.correctPeople { try await $0.exclude(name, as: kind) }
        if options.json {
            let lines = JSONLines()
            for name in names {
                try lines.write(JournalPeopleListCommand.ExcludedOutput(notAPerson: name.name, kind: name.kind))
            }
            return
        }
        let told = names.map(JournalPeopleCommand.show).joined(separator: ", ")
        Terminal.output.write("Not counted among the people: \(told).\n")
    }
}

/// `hearth journal people forget-correction`.
struct JournalPeopleForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget-correction", abstract: "Take back what you said of a name; it is joined by rules again.")
    @Argument(
        help: "The name that is shown, or the id, for all of that person's names; another name for that name alone.")
    var name: String?
    @Flag(help: "Take back everything that you said of names.") var all = false
    @OptionGroup var options: StoreOptions

    struct Output: Encodable {
        var forgotten: [String]
        var count: Int
    }

    func validate() throws {
        guard (name == nil) == all else { throw ValidationError("Give a name, or --all, and not both.") }
    }

    func run() async throws {
        let name = name
        let output = try await Hearth().journal.correctPeople { people -> Output in
            guard let name else { return Output(forgotten: [], count: try await people.forgetAll()) }
            let names = try await people.forget(name)
            return Output(forgotten: names, count: names.count)
        }
        if options.json { return try JSONLines().write(output) }
        let told =
            output.forgotten.isEmpty
            ? Format.count(output.count, "name") : output.forgotten.map(Terminal.line).joined(separator: ", ")
        Terminal.output.write("Forgotten what was said of \(told).\n")
    }
}

extension PeopleRegister.NotPerson: ExpressibleByArgument {}
