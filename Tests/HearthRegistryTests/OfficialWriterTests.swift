import Foundation
import HearthGGUF
import Testing

@testable import HearthRegistry

@Suite struct OfficialWriterTests {
    /// Written by the Python package `gguf` 0.19.0 of llama.cpp's authors: texts, numbers, lists, a tensor of F16 and one of
    /// Q8_0.
    private static let file = """
        R0dVRgMAAAACAAAAAAAAABAAAAAAAAAAFAAAAAAAAABnZW5lcmFsLmFyY2hpdGVjdHVyZQgAAAAFAAAAAAAAAGxsYW1hDAAAAAAAAABnZW5l
        cmFsLm5hbWUIAAAABwAAAAAAAABXcml0dGVuDwAAAAAAAABnZW5lcmFsLmxpY2Vuc2UIAAAAAwAAAAAAAABtaXQRAAAAAAAAAGdlbmVyYWwu
        bGFuZ3VhZ2VzCQAAAAgAAAACAAAAAAAAAAIAAAAAAAAAZW4CAAAAAAAAAGRlFAAAAAAAAABsbGFtYS5jb250ZXh0X2xlbmd0aAQAAAAACAAA
        FgAAAAAAAABsbGFtYS5lbWJlZGRpbmdfbGVuZ3RoBAAAAAgAAAARAAAAAAAAAGxsYW1hLmJsb2NrX2NvdW50BAAAAAEAAAAaAAAAAAAAAGxs
        YW1hLmF0dGVudGlvbi5oZWFkX2NvdW50BAAAAAQAAAAdAAAAAAAAAGxsYW1hLmF0dGVudGlvbi5oZWFkX2NvdW50X2t2BAAAAAIAAAARAAAA
        AAAAAGdlbmVyYWwuZmlsZV90eXBlBAAAAAEAAAAUAAAAAAAAAHRva2VuaXplci5nZ21sLm1vZGVsCAAAAAQAAAAAAAAAZ3B0MhUAAAAAAAAA
        dG9rZW5pemVyLmdnbWwudG9rZW5zCQAAAAgAAAAEAAAAAAAAAAEAAAAAAAAAYQEAAAAAAAAAYgEAAAAAAAAAYwEAAAAAAAAAZBcAAAAAAAAA
        dG9rZW5pemVyLmNoYXRfdGVtcGxhdGUIAAAADgAAAAAAAAB7eyBtZXNzYWdlcyB9fQgAAAAAAAAAeC5mbG9hdHMJAAAABgAAAAIAAAAAAAAA
        AADAPwAAIEAGAAAAAAAAAHguZmxhZwcAAAABBQAAAAAAAAB4LmJpZwoAAAAAAAAAAAAAgBEAAAAAAAAAdG9rZW5fZW1iZC53ZWlnaHQCAAAA
        CAAAAAAAAAAEAAAAAAAAAAEAAAAAAAAAAAAAAAEAAAAAAAAAcQIAAAAgAAAAAAAAAAEAAAAAAAAACAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0DMABAgMEBQZHSElKS0xNTk9QkZKTlJWWl5i
        Zmtvc3d7fwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==
        """

    @Test func aFileOfTheOfficialWriterIsRead() throws {
        let data = try #require(Data(base64Encoded: Self.file, options: .ignoreUnknownCharacters))
        let file = try GGUFFile(data: data, isComplete: true)
        let header = ModelHeader(file)
        #expect(header.architecture == "llama" && header.name == "Written" && header.licence == "mit")
        #expect(header.languages == ["en", "de"] && header.contextLength == 2048 && header.quantization == "F16")
        #expect(header.tokenizer == "gpt2" && header.chatTemplate == "{{ messages }}")
        #expect(header.shape?.keyValueHeads == 2 && header.shape?.vocabulary == 4 && header.parameters == 64)
        #expect(file.metadata["x.flag"]?.bool == true && file.metadata["x.big"]?.int == nil)
        #expect(try file.metadata["x.floats"]?.array?.values().compactMap(\.double) == [1.5, 2.5])
        // The writer pads the end of the file; a tensor never reaches beyond it.
        let needed = try #require(header.fileBytes)
        #expect(needed <= data.count && data.count - needed < 32)
        #expect(throws: GGUFError.self) { _ = try GGUFFile(data: data.prefix(needed - 1), isComplete: true) }
    }
}
