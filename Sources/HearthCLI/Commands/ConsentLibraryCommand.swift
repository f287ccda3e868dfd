import ArgumentParser
import Foundation
import Hearth

/// `hearth consent library`: on which machines the library may be.
struct ConsentLibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Let the library be in a PostgreSQL on another machine.",
        discussion: """
            What is kept goes to that machine, where its administrator can read it; nothing private does. The consent is for the host \
            of the library that is set, or for the one that is named, and for nothing else that is there. `hearth consent revoke` ends it.

            EXAMPLES
              hearth consent library
              hearth consent library db.example.org:6432
            """)
    @Argument(
        help:
            "The host as in the library's address, with its port where that is not 5432; without it, that of the library that is set."
    )
    var host: String?
    @Flag(help: "Print JSON Lines.") var json = false

    func run() async throws {
        let consent = try Hearth().privacy.grantLibrary(at: host)
        if json { return try Self.show([consent], json: true) }
        Terminal.output.write(
            "The library may be at \(Terminal.line(consent.host)): what is not private is kept there, and read by whoever administers "
                + "it. `hearth consent revoke \(consent.id)` ends that.\n")
    }

    /// Prints consents of this kind.
    static func show(_ consents: [LibraryConsent], json: Bool) throws {
        for consent in consents {
            if json {
                try JSONLines().write(Row(consent))
            } else {
                let revoked = consent.revokedAt.map { ", revoked \($0.formatted(.iso8601))" } ?? ""
                Terminal.output.write(
                    "\(consent.id)  the library at \(Terminal.line(consent.host)), since \(consent.grantedAt.formatted(.iso8601))\(revoked)\n"
                )
            }
        }
    }

    private struct Row: Encodable {
        var id: String
        /// Where those of engines name the engine.
        var purpose = "library"
        var host: String
        var grantedAt: Date
        var revokedAt: Date?

        init(_ consent: LibraryConsent) {
            (id, host, grantedAt, revokedAt) = (consent.id, consent.host, consent.grantedAt, consent.revokedAt)
        }
    }
}
