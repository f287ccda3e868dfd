import Foundation
import HearthCore
import HearthExtractive
import HearthText

// What a person is told beside an answer that no model wrote.

extension AnswerService {
    /// That an answer may be none, and what of the question is not said there; that it is from a document which calls itself superseded.
    func notes(of found: ExtractiveAnswer, _ passages: [Passage]) -> [String] {
        var notes: [String] = []
        if found.isUnsure {
            notes.append(Self.unsureNote)
            if !found.unsaid.isEmpty { notes.append("Not said there: \(found.unsaid.joined(separator: ", ")).") }
        }
        if let first = found.sentences.first, passages.indices.contains(first.passage) {
            let passage = passages[first.passage]
            if Supersession.isSaid(
                title: passage.title, fileName: FileName.words(of: passage.path, besides: passage.title))
            {
                notes.append(
                    "“\(passage.title ?? passage.path)” calls itself superseded: something else may hold by now.")
            }
        }
        return notes
    }

    package static let unsureNote =
        "It is not certain that this answers the question: it is the nearest that the documents say."

    /// Why a question in a language of no document may have found nothing; `nil` where one is in it, or where that is not sure.
    func otherLanguageNote(_ question: String) async throws -> String? {
        let asked = LanguageIdentifier().identify(question)
        guard asked.confidence >= Self.leastConfidence, let own = Self.name(of: asked.language) else { return nil }
        let languages = try await library.languages(analysedAs: SearchAnalyzer.version).filter { $0 != "und" }
        let names = languages.compactMap(Self.name(of:))
        guard !names.isEmpty, !languages.contains(asked.language) else { return nil }
        let others = names.prefix(3).joined(separator: ", ")
        return
            "The question seems to be in \(own), and no document is. Only words that are the same in both are found; it may help to "
            + "ask in the language of the documents (\(others))."
    }

    private static let leastConfidence = 0.9

    private static func name(of language: String) -> String? {
        Locale(identifier: "en").localizedString(forLanguageCode: language)
    }
}
