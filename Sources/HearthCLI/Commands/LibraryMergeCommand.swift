import ArgumentParser
import Foundation
import Hearth

extension LibraryCommand {
    /// `hearth library merge`: adds one library to another that is not empty.
    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Add what a library has to another one that has something already.",
            discussion: """
                A place is a data folder, postgres://USER@HOST/DATABASE?owner=NAME on this machine, or `this` for the library \
                that is in use. Documents with the same content are one, in all their places; conversations and entries of the \
                journal are joined by their ids, feeds, people and collections by their names or ids. Where each library has \
                another thing under one name, both are kept under two names, or the one that is there; which, is printed. The \
                library that is merged stays as it is.

                What is private stays where it is, unless --with-private asks for it. Consents, watched folders, what waits to \
                be done and the ledger are not merged.

                A merge that was broken off is gone on with by the same command: each thing is there as a whole or not at all, \
                and none is added twice. Close what else uses the two libraries, such as `hearth serve`.

                EXAMPLES
                  hearth library merge ~/from-my-laptop this
                  hearth library merge ~/from-my-laptop 'postgres://hearth@localhost/hearth?owner=person-1f2e' --with-private
                """)
        @Argument(help: "The library that is added: a data folder, postgres://…, or this.") var from: String
        @Argument(help: "The library that it is added to, which is there already.") var into: String
        @Flag(help: "Add what is private, too.") var withPrivate = false
        @Flag(help: "Print one JSON object at the end.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let (source, target) = (try hearth.data.place(from), try hearth.data.place(into))
            let report = try await CopyBar.showing {
                try await hearth.data.mergeLibrary(from: source, into: target, withPrivate: withPrivate, progress: $0)
            }
            if json { return try JSONLines().write(Row(report, from: source, into: target)) }
            show(report, source, target)
        }

        private func show(_ report: LibraryMergeReport, _ source: LibraryPlace, _ target: LibraryPlace) {
            let output = Terminal.output
            let tallies = report.tallies.filter { $0.total > 0 }
            let width = tallies.map { Self.words($0.name).count }.max() ?? 0
            for tally in tallies {
                let name = Self.words(tally.name).padding(toLength: width, withPad: " ", startingAt: 0)
                var parts = ["\(tally.added) added", "\(tally.present) there already"]
                if tally.withheld > 0 { parts.append("\(tally.withheld) left out") }
                if tally.conflicts > 0 { parts.append(Format.count(tally.conflicts, "conflict")) }
                output.write("\(name)  \(parts.joined(separator: ", "))\n")
                if let hash = tally.hash { output.write("\(name)  added and read back: sha256 \(hash.hex)\n") }
            }
            for conflict in report.conflicts {
                let name = "\(Self.words(conflict.of)): \(conflict.name)"
                let end = conflict.keptAs.map { "what came is kept as \($0)" } ?? "what was there is kept"
                output.write(Terminal.line("\(name): both libraries have another one; \(end)") + "\n")
            }
            let more = tallies.reduce(0) { $0 + $1.conflicts } - report.conflicts.count
            if more > 0 { output.write("and at least \(Format.count(more, "more conflict"))\n") }
            output.write("Merged \(Terminal.line("\(source)")) into \(Terminal.line("\(target)")).\n")
            if report.withheld > 0, !withPrivate {
                Terminal.note(
                    "\(Format.count(report.withheld, "thing")) that is private, or made of what is, stayed in "
                        + "\(Terminal.line("\(source)")); --with-private adds it, too")
            }
            for (kind, count) in report.left.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                Terminal.note("not merged, and still in the library that was: \(kind.words) (\(count))")
            }
        }

        private static func words(_ name: String) -> String { name.replacing("-", with: " ") }

        /// What `--json` prints.
        private struct Row: Encodable {
            struct Tally: Encodable {
                var name: String
                var total: Int
                var added: Int
                var present: Int
                var withheld: Int
                var conflicts: Int
                var sha256: String?
            }

            struct Conflict: Encodable {
                var of: String
                var name: String
                var keptAs: String?
            }

            var from: String
            var into: String
            var tallies: [Tally]
            var conflicts: [Conflict]
            var left: [String: Int]

            init(_ report: LibraryMergeReport, from: LibraryPlace, into: LibraryPlace) {
                (self.from, self.into) = ("\(from)", "\(into)")
                tallies = report.tallies.map {
                    Tally(
                        name: $0.name, total: $0.total, added: $0.added, present: $0.present, withheld: $0.withheld,
                        conflicts: $0.conflicts, sha256: $0.hash?.hex)
                }
                conflicts = report.conflicts.map { Conflict(of: $0.of, name: $0.name, keptAs: $0.keptAs) }
                left = Dictionary(uniqueKeysWithValues: report.left.map { ($0.key.rawValue, $0.value) })
            }
        }
    }
}
