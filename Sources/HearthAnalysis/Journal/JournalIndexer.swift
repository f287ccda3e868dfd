import Foundation
import HearthBasic
import HearthCore
import HearthKnowledge
import HearthStore

/// Makes entries findable like documents: each is one, from the source `journal:ID`, so that questions are answered from it,
/// with citations that are checked against its text.
///
/// Vectors follow at once, where there is a model for them: see ``Journal/add(_:embeds:)``.
struct JournalIndexer: Sendable {
    private let chunker: Chunker
    private let processing: String

    init(tokenizer: any TextTokenizer) {
        let splitter = SentenceSplitter()
        let configuration = Chunker.Configuration()
        chunker = Chunker(configuration: configuration, tokenizer: tokenizer) { splitter.sentences(in: $0) }
        processing = "journal 1;\(tokenizer.name);\(configuration.maxTokens)/\(configuration.overlapTokens)"
    }

    static func path(of id: String) -> String { HearthDatabase.journalPrefix + id }

    @Sendable func document(of session: JournalSession) -> Ingestion {
        let analyzer = SearchAnalyzer(language: session.languages.first)
        let title = ["Journal", session.date?.description, session.title].compactMap { $0 }.joined(separator: ", ")
        let size = session.text.utf8.count
        let content = ExtractedDocument(
            format: .text, title: title, text: session.text, blocks: Self.blocks(of: session.text))
        let chunks = chunker.chunks(of: content).map { NewChunk($0, terms: analyzer.terms(of: $0, title: title)) }
        // The id is part of it, because the same words on two days are two entries.
        let hash = ContentHash(of: Data((session.id + "\0").utf8) + Data(session.contentHash.bytes))
        let moment = session.date.map { Double($0.daysSince1970) * 86_400 + Double(session.time ?? 0) }
        var document = NewDocument(
            contentHash: hash, processing: processing, title: title, language: session.languages.first,
            label: session.label, createdAt: moment.map { Date(timeIntervalSince1970: $0) }, byteCount: size,
            content: content, chunks: chunks, analysis: SearchAnalyzer.version)
        // What the entry may be called was decided with the entry.
        document.lowersLabel = true
        let source = SourceFile(
            path: Self.path(of: session.id), size: size, modifiedAt: Date(timeIntervalSince1970: moment ?? 0),
            hash: hash)
        return Ingestion(source: source, document: document)
    }

    /// Paragraphs are parted by empty lines.
    private static func blocks(of text: String) -> [Block] {
        var blocks: [Block] = []
        var start: Int?
        var end = 0
        var offset = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isEmpty = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if isEmpty {
                if let begun = start { blocks.append(Block(.paragraph, span: TextSpan(start: begun, end: end))) }
                start = nil
            } else {
                start = start ?? offset
                end = offset + line.count
            }
            offset += line.count + 1
        }
        if let begun = start { blocks.append(Block(.paragraph, span: TextSpan(start: begun, end: end))) }
        return blocks
    }
}
