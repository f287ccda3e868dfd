import ArgumentParser
import Foundation
import Hearth

/// What can be said about an entry beside its text.
struct JournalEntryOptions: ParsableArguments {
    @Option(
        help: """
            The day: 2026-03-01, today, yesterday or tomorrow; with a time 2026-03-01T21:30 or "yesterday 21:30". none leaves the \
            entry undated.
            """)
    var date: String?
    @Option(help: "The time zone, such as Europe/Berlin; only needed when the time is another zone's.")
    var timeZone: String?
    @Option(help: "A title.") var title: String?
    @Option(parsing: .unconditional, help: "Seconds that writing or speaking took.") var duration: Double?
    @Option(help: "The language, such as en; may be given several times.") var language: [String] = []
    @Option(help: "private never leaves this machine; personal and public may, where you consented.")
    var label: SensitivityLabel?

    func validate() throws {
        if let duration, !duration.isFinite || duration < 0 {
            throw ValidationError("--duration must be a number of seconds from 0 on.")
        }
        do {
            // Also where no day is given: an entry of now is then of the day that it is there.
            if let timeZone { _ = try EntryMoment.timeZone(named: timeZone) }
            guard let date, date != "none" else { return }
            _ = try read(date)
        } catch let error as AnalysisError where error.reason == .badDate {
            throw ValidationError(
                "“\(String((date ?? "").prefix(40)))” is no day that is understood here. Write 2026-03-01, today, yesterday or "
                    + "tomorrow; with a time 2026-03-01T21:30 or “yesterday 21:30”; none for an entry without a date.")
        } catch let error as any ReadableError {
            throw ValidationError(error.message)
        }
    }

    /// The day and the time that were given, where a day has a name on the clock of the entry's zone.
    private func read(_ text: String) throws -> EntryMoment {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let first = words.first, let named = NamedDay(rawValue: first.lowercased()) else {
            return try EntryMoment(text, timeZone: timeZone)
        }
        let zone = try timeZone.map(EntryMoment.timeZone(named:)) ?? .current
        guard let day = named.date(zone: zone) else { return try EntryMoment(text, timeZone: timeZone) }
        return try EntryMoment(
            ([day.description] + words.dropFirst().map(String.init)).joined(separator: " "), timeZone: timeZone)
    }

    func apply(to session: inout JournalSession) throws {
        if let date {
            let moment = date == "none" ? nil : try read(date)
            (session.date, session.time) = (moment?.date, moment?.time)
            session.timeZone = moment?.timeZone
        } else if let timeZone, session.date != nil {
            session.timeZone = timeZone
        }
        if let title { session.title = title.isBlank ? nil : title }
        if let duration { session.duration = duration }
        if !language.isEmpty { session.languages = language }
        if let label { session.label = label }
    }
}

/// Where an entry's text comes from: the argument, a file, a transcript, or standard input.
struct JournalTextOptions: ParsableArguments {
    @Option(help: "A file with the text, of any format that Hearth reads.", completion: .file()) var file: String?
    @Option(help: "A transcript of what was said: SRT, WebVTT, JSON or text.", completion: .file())
    var transcript: String?

    func validate() throws {
        guard file == nil || transcript == nil else { throw ValidationError("Give --file or --transcript, not both.") }
    }

    /// An entry with its text alone; `nil` when nothing was named and standard input is not to be read.
    func session(id: String, text: String?, readsInput: Bool) async throws -> JournalSession? {
        // One of the two would be left out without a word.
        if text != nil, let other = file != nil ? "--file" : transcript != nil ? "--transcript" : nil {
            throw CommandFailure(ExitStatus.usage, "Give a text or \(other), not both. Nothing was written.")
        }
        if let transcript {
            let read = try TranscriptReader().read(contentsOf: URL(fileURLWithPath: transcript))
            return JournalSession(id: id, transcript: read)
        }
        if let text, text != "-" { return JournalSession(id: id, text: text) }
        guard file != nil || readsInput else { return nil }
        return JournalSession(id: id, text: try await TextSource.read(file))
    }
}

/// `hearth journal add`.
struct JournalAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write an entry; without a text, or with -, from standard input.")
    @Argument(help: "The text.") var text: String?
    @OptionGroup var source: JournalTextOptions
    @OptionGroup var entry: JournalEntryOptions
    @OptionGroup var options: StoreOptions

    struct Output: Encodable {
        var id: String
        var status: String
        var date: CivilDate?
        var words: Int
    }

    func run() async throws {
        let id = UUID().uuidString.lowercased()
        guard var session = try await source.session(id: id, text: text, readsInput: true) else { return }
        if entry.date == nil {
            let now = try ClockReading.now(zone: entry.timeZone.map(EntryMoment.timeZone(named:)) ?? .current)
            (session.date, session.time, session.timeZone) = (now.date, now.time, now.timeZone)
        }
        try entry.apply(to: &session)
        let hearth = try Hearth()
        let status = try await hearth.journal.add([session])[0]
        await EmbedderNote.tell(hearth)
        let words = session.words
        if options.json {
            try JSONLines().write(
                Output(
                    id: id, status: session.date == nil ? "undated" : status.rawValue, date: session.date, words: words)
            )
        } else {
            Terminal.output.write(
                "Added \(id.prefix(8)), \(session.date?.description ?? "undated"), \(Format.count(words, "word")).\n")
        }
    }
}

/// `hearth journal edit`.
struct JournalEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an entry's text or what is known of it.",
        discussion: """
            Give a new text, a file (- for standard input), or only options. --date none makes an entry undated. What was made \
            of the old entry goes with it.

            EXAMPLES
              hearth journal edit 3f2a91c0 --date 2026-03-02
              hearth journal edit 3f2a91c0 --file entry.md
            """)
    @Argument(help: "An id, or its beginning.") var id: String
    @Argument(help: "The new text.") var text: String?
    @OptionGroup var source: JournalTextOptions
    @OptionGroup var entry: JournalEntryOptions
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let hearth = try Hearth()
        let journal = hearth.journal
        var session = try await journal.find(id)
        if let new = try await source.session(id: session.id, text: text, readsInput: false) {
            (session.text, session.cues) = (new.text, new.cues)
            if new.cues != nil { session.duration = new.duration }
        }
        try entry.apply(to: &session)
        let status = try await journal.add([session], lowersLabels: entry.label != nil)[0]
        await EmbedderNote.tell(hearth)
        if options.json {
            try JSONLines().write(
                JournalAddCommand.Output(
                    id: session.id, status: status.rawValue, date: session.date, words: session.words))
        } else {
            Terminal.output.write(status == .unchanged ? "Nothing changed.\n" : "Changed \(session.described).\n")
        }
    }
}

/// `hearth journal list`.
struct JournalListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The entries in order of time, undated ones last.")
    @Option(help: "The first day, such as 2026-03-01, today or yesterday.") var from: CivilDate?
    @Option(help: "The last day.") var to: CivilDate?
    @Flag(help: "Only entries without a date.") var undated = false
    @Option(help: "Only entries that name this person: any of the person's names.") var person: String?
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let journal = try Hearth().journal
        var heads = try await journal.heads(from: from, to: to).filter { !undated || $0.date == nil }
        if let person {
            try await journal.rollup.readNames(progress: JournalProgress.show)
            let naming = try await journal.entries(naming: person)
            heads = heads.filter { naming.contains($0.id) }
        }
        let lines = JSONLines()
        for head in heads {
            try Task.checkCancellation()
            if options.json {
                try lines.write(EntryHeadJSON(head))
            } else {
                let title = head.title.map { "  " + Terminal.safe($0) } ?? ""
                Terminal.output.write(
                    "\(head.date?.description ?? "undated   ")  \(Terminal.safe(head.id))\(title)  "
                        + Terminal.output.dim("\(Format.count(head.words, "word")), \(head.label.rawValue)") + "\n")
            }
        }
        if heads.isEmpty, !options.json {
            Terminal.output.write(
                person == nil
                    ? "No entries. `hearth journal add` writes one.\n" : "No entries there name this person.\n")
        }
    }
}

/// `hearth journal show`.
struct JournalShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One entry with its text and what it is about.")
    @Argument(help: "An id, or its beginning.") var id: String
    @Flag(help: "Find out anew what it is about.") var again = false
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let journal = try engine.journal()
        let entry = try await journal.find(id)
        let found = try await journal.rollup.session(
            id: entry.id, routing: engine.routing, options: engine.generation, again: again)
        engine.tellOfLength(isKept: !found.recomputed)
        if options.json { return try JSONLines().write(JournalSessionOutput(found, entry: entry)) }
        let out = Terminal.output
        let about = found.intelligence
        out.write(out.bold(Terminal.line(about.title)) + "  " + out.dim(entry.date?.description ?? "undated") + "\n")
        if !about.mainThemes.isEmpty {
            out.write(out.dim("themes: \(Terminal.safe(about.mainThemes.joined(separator: ", ")))") + "\n")
        }
        if !about.actionItems.isEmpty {
            out.write(out.dim("to do: \(Terminal.safe(about.actionItems.joined(separator: "; ")))") + "\n")
        }
        out.write(out.dim("by: \(Terminal.safe(WriterText.name(about.engine, about.model)))") + "\n")
        out.write("\n" + Terminal.safe(entry.text) + "\n")
        for note in about.notes { Terminal.note(note) }
    }
}

extension JournalSession {
    /// What a person knows it by: its day, and its title or first words. An id that came with an import says nothing.
    var described: String {
        let words = (title ?? text).singleSpaced
        let name = words.count > 60 ? words.prefix(59) + "…" : words[...]
        return "the \(date.map { "entry of \($0)" } ?? "undated entry"), “\(Terminal.safe(String(name)))”"
    }
}

/// `hearth journal remove`.
struct JournalRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove entries with everything that was made of them.")
    @Argument(help: "Ids, or their beginnings.") var ids: [String]
    @OptionGroup var options: StoreOptions

    struct Output: Encodable {
        var id: String
        var status: String
    }

    func run() async throws {
        let journal = try Hearth().journal
        // All are looked up before the first goes: a mistake in one must not leave the work half done.
        var found: [JournalSession] = []
        for id in ids { found.append(try await journal.find(id)) }
        for entry in found {
            let removed = try await journal.remove(id: entry.id)
            if options.json {
                try JSONLines().write(Output(id: entry.id, status: removed ? "removed" : "unknown"))
            } else {
                Terminal.output.write("Removed \(entry.described).\n")
            }
        }
    }
}
