import HearthCore
import Testing

@testable import HearthDocuments

struct JoplinReaderTests {
    private static func id(_ number: Int) -> String { String(repeating: "0", count: 30) + "1\(number)" }

    static let note = """
        Roof

        # Offer

        Berg wants **920**: see [the plan](:/\(id(6))).

        id: \(id(1))
        parent_id: \(id(2))
        created_time: 2024-03-05T10:15:00.000Z
        updated_time: 2024-03-06T10:15:00.000Z
        is_conflict: 0
        latitude: 0.00000000
        author: Ann
        source_url: https://example.org/roof
        is_todo: 1
        todo_due: 1709719200000
        todo_completed: 0
        user_created_time: 2024-03-04T09:00:00.000Z
        encryption_cipher_text:
        encryption_applied: 0
        markup_language: 1
        deleted_time: 0
        type_: 1
        """

    static let export: [(String, String)] = [
        ("\(id(1)).md", note),
        ("\(id(2)).md", "Repairs\n\nid: \(id(2))\nparent_id: \(id(3))\nencryption_applied: 0\ntype_: 2"),
        ("\(id(3)).md", "House\n\nid: \(id(3))\nparent_id: \nencryption_applied: 0\ntype_: 2"),
        ("\(id(4)).md", "money\n\nid: \(id(4))\ntype_: 5"),
        ("\(id(5)).md", "id: \(id(5))\nnote_id: \(id(1))\ntag_id: \(id(4))\ntype_: 6"),
        ("\(id(6)).md", "plan.txt\n\nid: \(id(6))\nmime: text/plain\nfile_extension: txt\ntype_: 4"),
        ("\(id(7)).md", "A page\n\n<p>From the <b>web</b>.</p>\n\nid: \(id(7))\nmarkup_language: 2\ntype_: 1"),
        ("resources/\(id(6)).txt", "Six metres by four."),
    ]

    @Test func notesHaveTheirNotebookTagsAndDay() async throws {
        let document = try await read(TarWriter.archive(Self.export), "Export.jex")
        #expect(document.format == .zip)
        #expect(
            document.pieces() == [
                "A page", "From the web.", "Roof · 2024-03-04",
                "To do, due 2024-03-06 10:00 UTC\nNotebook: House / Repairs\nTags: money\nAuthor: Ann\nSource: https://example.org/roof",
                "# Offer", "Berg wants **920**: see [the plan](:/\(Self.id(6))).", "plan.txt", "Six metres by four.",
            ])
        #expect(document.warnings.isEmpty)
        let alone = try await read(TarWriter.archive(Array(Self.export.dropLast())), "Export.jex")
        #expect(alone.format == .notes)
    }

    @Test func aSingleNoteOfAFolderIsANote() async throws {
        let document = try await read(Self.note, "\(Self.id(1)).md")
        #expect(document.format == .notes)
        #expect(document.title == "Roof")
        #expect(document.pieces().first == "Roof · 2024-03-04")
        #expect(!document.text.contains("type_:"))
        for (name, contents) in Self.export[1...4] {
            #expect(await errorCode(Array(contents.utf8), name) == "unsupported-format")
        }
        // Words that end with the like of it are words.
        let other = try await read("# Notes\n\nWords.\n\nid: 7\ntype_: 1", "a.md")
        #expect(other.format == .markdown && other.text.contains("type_: 1"))
    }

    @Test func encryptedNotesAreRefused() async throws {
        let locked = "\n\nid: \(Self.id(8))\nencryption_cipher_text: JED0100\nencryption_applied: 1\ntype_: 1"
        #expect(await errorCode(Array(locked.utf8), "\(Self.id(8)).md") == "encrypted-document")
        #expect(await errorCode(TarWriter.archive([("\(Self.id(8)).md", locked)]), "a.jex") == "encrypted-document")
        let mixed = try await read(TarWriter.archive(Self.export + [("\(Self.id(8)).md", locked)]), "a.jex")
        #expect(mixed.warnings.map(\.message) == ["Joplin's export: 1 encrypted part was left out."])
    }

    @Test func notebooksInACircleEnd() async throws {
        let circle = [
            ("\(Self.id(1)).md", Self.note),
            ("\(Self.id(2)).md", "A\n\nid: \(Self.id(2))\nparent_id: \(Self.id(2))\ntype_: 2"),
        ]
        let document = try await read(TarWriter.archive(circle), "a.jex")
        #expect(document.text.contains("Notebook: A / A"))
    }
}
