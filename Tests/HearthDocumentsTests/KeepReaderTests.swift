import HearthCore
import Testing

@testable import HearthDocuments

struct KeepReaderTests {
    static let note = """
        {"color": "DEFAULT", "isTrashed": false, "isPinned": false, "isArchived": false,
         "textContent": "The code is 4471.\\n\\nAsk Ann.", "title": "Boiler", "userEditedTimestampUsec": 1709716500000000,
         "createdTimestampUsec": 1709630100000000, "labels": [{"name": "House"}, {"name": "Heat"}],
         "sharees": [{"email": "ann@example.org", "isOwner": false}], "attachments": [{"filePath": "a.jpg"}],
         "annotations": [{"title": "Valves", "url": "https://example.org/valves", "source": "WEBLINK"}]}
        """
    static let list = """
        {"color": "RED", "isTrashed": true, "isPinned": false, "isArchived": true, "title": "Shopping",
         "listContent": [{"text": "Milk", "isChecked": false}, {"text": "Cheese", "isChecked": true}],
         "userEditedTimestampUsec": 1709630100000000}
        """

    @Test func aNoteHasItsDayItsLabelsAndItsWords() async throws {
        let document = try await read(Array(Self.note.utf8), "Boiler.json")
        #expect(document.format == .notes)
        #expect(
            document.pieces() == [
                "Boiler · 2024-03-05", "Tags: House, Heat\nShared with: ann@example.org", "The code is 4471.",
                "Ask Ann.", "Valves – https://example.org/valves",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 picture, recording, bookmark or other file was left out."
            ])
    }

    @Test func aListHasItsBoxes() async throws {
        let document = try await read(Array(Self.list.utf8), "Shopping.json")
        #expect(
            document.pieces() == ["Shopping · 2024-03-05", "In the trash", "[ ] Milk", "[x] Cheese"])
    }

    @Test func theNotesOfATakeoutAreReadOnce() async throws {
        let document = try await read(
            ZipWriter.archive([
                ("Takeout/Keep/Boiler.json", Self.note), ("Takeout/Keep/Shopping.json", Self.list),
                ("Takeout/Keep/Boiler.html", "<html><body><p>The code is 4471.</p></body></html>"),
                ("Takeout/Keep/Labels.txt", "House\nHeat"),
            ]), "takeout.zip")
        #expect(document.format == .notes)
        #expect(document.pieces().filter { $0.contains("4471") }.count == 1)
        #expect(document.warnings.map(\.message).contains("2 files beside what was exported were left out."))
    }

    @Test func whatCannotBeReadSaysToUnpackIt() async {
        let error = await #expect(throws: DocumentError.self) {
            _ = try await read([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "notes.7z")
        }
        #expect(error?.message.contains("(7-Zip archive). Unpack it") == true)
    }

    @Test func addressBooksInAnArchiveAreOneAddressBook() async throws {
        func card(_ name: String) -> String {
            "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nTEL:+49 170 1234567\r\nEND:VCARD\r\n"
        }
        let books = [("Ann.vcf", card("Ann Mills")), ("Bob.vcf", card("Bob Roth"))]
        let document = try await read(ZipWriter.archive(books), "contacts.zip")
        #expect(document.format == .vcf)
        #expect(document.pieces() == ["Ann Mills", "Phone: +49 170 1234567", "Bob Roth", "Phone: +49 170 1234567"])
        let mixed = try await read(ZipWriter.archive(books + [("a.txt", "Some words.")]), "all.zip")
        #expect(mixed.format == .zip)
    }
}
