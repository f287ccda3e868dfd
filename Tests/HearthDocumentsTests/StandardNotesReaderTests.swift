import HearthCore
import Testing

@testable import HearthDocuments

struct StandardNotesReaderTests {
    static let backup = #"""
        {"version": "004", "items": [
          {"uuid": "n1", "content_type": "Note", "created_at": "2024-03-05T10:15:00.000Z", "content": {"title": "Boiler",
            "text": "The code is **4471**.\n\n- Ask Ann", "noteType": "markdown", "references": []}},
          {"uuid": "n2", "content_type": "Note", "created_at": "2024-03-06T10:15:00.000Z", "content": {"title": "Super",
            "noteType": "super", "trashed": true, "text":
            "{\"root\":{\"type\":\"root\",\"children\":[{\"type\":\"heading\",\"tag\":\"h2\",\"children\":[{\"type\":\"text\",\"text\":\"Plan\"}]},{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"Call \"},{\"type\":\"link\",\"children\":[{\"type\":\"text\",\"text\":\"Berg\"}]}]},{\"type\":\"list\",\"children\":[{\"type\":\"listitem\",\"checked\":true,\"children\":[{\"type\":\"text\",\"text\":\"Pay\"}]}]},{\"type\":\"snfile\",\"fileUuid\":\"f\"}]}}"}},
          {"uuid": "n3", "content_type": "Note", "content": {"title": "Codes", "noteType": "authentication",
            "text": "[{\"service\":\"Mail\",\"secret\":\"JBSWY3DP\"}]"}},
          {"uuid": "n4", "content_type": "Note", "content": {"title": "Page", "noteType": "rich-text",
            "text": "<p>From the <b>editor</b>.</p>"}},
          {"uuid": "n5", "content_type": "Note", "content": {"title": "", "text": ""}},
          {"uuid": "t1", "content_type": "Tag", "content": {"title": "house", "references": [{"uuid": "n1", "content_type": "Note"}]}}
        ]}
        """#
    static let encrypted = """
        {"version": "004", "items": [{"uuid": "n1", "content_type": "Note", "content": "004:abc:def", "enc_item_key": "004:x"}],
         "keyParams": {"version": "004"}}
        """

    @Test func notesHaveTheirDayTheirTagsAndTheirWords() async throws {
        let document = try await read(Self.backup, "Standard Notes Backup and Import File.txt")
        #expect(document.format == .notes)
        #expect(
            document.pieces() == [
                "Boiler · 2024-03-05", "Tags: house", "The code is **4471**.", "- Ask Ann", "Super · 2024-03-06",
                "In the trash", "Plan", "Call Berg", "[x] Pay", "Page", "From the editor.",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 note without words was left out.", "1 note with the keys of second factors was left out.",
                "1 picture, recording, bookmark or other file was left out.",
            ])
        #expect(!document.text.contains("JBSWY3DP"))
    }

    @Test func anEncryptedBackupIsRefusedWithTheWayOut() async {
        let error = await #expect(throws: DocumentError.self) { _ = try await read(Self.encrypted, "backup.txt") }
        #expect(error?.reason == .encryptedDocument)
        #expect(error?.message.contains("Decrypted") == true)
    }

    @Test func theSameNotesBesideTheBackupAreLeftOut() async throws {
        let zip = ZipWriter.archive([
            ("Standard Notes Backup and Import File.txt", Self.backup),
            ("Items/Note/Boiler-n1.txt", "The code is 4471."),
            ("Items/Tag/house-t1.txt", "{}"), ("own.txt", "My words."),
        ])
        let document = try await read(zip, "backup.zip")
        #expect(document.pieces().filter { $0.contains("4471") }.count == 1)
        #expect(document.pieces().last == "My words.")
        #expect(document.warnings.map(\.message).contains("2 files beside what was exported were left out."))
    }

    @Test func deepTreesEnd() {
        var text = #"{"type":"paragraph","text":"x"}"#
        for _ in 0..<60 { text = #"{"type":"quote","children":["# + text + "]}" }
        var lexical = LexicalText()
        if let root = try? JSONValue(parsing: Array(#"{"children":[\#(text)]}"#.utf8)) { lexical.read(root) }
        #expect(lexical.pieces.count <= 1 && !lexical.isTooDeep)
        for _ in 0..<10 { text = #"{"type":"quote","children":["# + text + "]}" }
        var deeper = LexicalText()
        if let root = try? JSONValue(parsing: Array(#"{"children":[\#(text)]}"#.utf8)) { deeper.read(root) }
        #expect(deeper.isTooDeep, "what is not read is told")
    }

    @Test func aNoteOfTheEditorThatCannotBeReadIsToldAndNotShownAsItsCode() async throws {
        let document = try await read(
            #"""
            {"version": "004", "items": [
              {"uuid": "n1", "content_type": "Note", "content": {"title": "Whole", "text": "Words."}},
              {"uuid": "n2", "content_type": "Note", "content": {"title": "Broken", "noteType": "super", "text": "{\"root\":{"}}
            ]}
            """#, "Standard Notes Backup and Import File.txt")
        #expect(document.pieces().suffix(1) == ["Broken"] && !document.text.contains("root"))
        #expect(document.warnings.map(\.message) == ["1 note could not be read."])
    }
}
