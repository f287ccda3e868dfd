import Foundation
package import HearthCore
import HearthText

/// Questions that somebody would ask about a document, best first: about what it has a heading for or comes back to, and about
/// the whole of it. They name the document, since a search for a lone topic would find it in others; and they are in the document's
/// language, in which its words are found.
///
/// Without a model no grammar can be trusted, so a topic stands where it needs neither article nor case. Of a language that nobody wrote
/// the words around it for, only the name and the topic stand: that is found in any language, and English around it is what nobody
/// would ask who writes so.
package struct SuggestedQuestions: Sendable {
    /// Bytes of a document that are read for what it is about.
    private static let readBytes = 12 << 10
    /// How many topics are looked for, and the longest: what is longer is a sentence.
    private static let most = 3
    private static let longest = (characters: 40, words: 5)
    /// A heading that asks is a question as it is; a shorter one ("Why?") asks what only its document knows, a longer one is a sentence.
    private static let question = (words: 3, characters: 90)

    let title: String
    let language: String?

    /// - Parameter language: ISO 639-1; `nil` where nobody knows it.
    /// - Returns: `nil` where the document has no title to be named by.
    package init?(title: String?, language: String?) {
        guard let title = title?.singleSpaced, !title.isEmpty else { return nil }
        // A name of a file, of which nothing better is known: "insurance-letter".
        let named = title.contains(" ") ? title : title.replacing(#/(\p{L})[-_]/#) { $0.1 + " " }.singleSpaced
        // As one speaks of it: "House manual", not "House manual, 14 Linden Row". The more words, the less a search goes by the topic.
        let short = named.firstRange(of: #/, |: | [–—-] /#).map { named[..<$0.lowerBound] } ?? named[...]
        let said = short.count >= 6 ? short : named[...]
        self.title = said.count > 60 ? said.prefix(59) + "…" : String(said)
        self.language = language
    }

    /// Questions about topics, best first, and one about the whole where the language has words for it; `nil` for a document without words.
    package func questions(about document: ExtractedDocument) -> (topics: [String], whole: String?)? {
        let beginning = document.blocks.prefix { $0.span.start < Self.readBytes }
        let body = beginning.filter { !$0.kind.isHeading }.compactMap { document.text.text(in: $0.span) }
            .joined(separator: "\n")
        guard body.contains(where: \.isLetter) else { return nil }
        // What comes again in a table are the names of its columns, of which nobody asks what it says.
        let prose = beginning.filter { !$0.kind.isHeading && $0.kind != .table }.compactMap {
            document.text.text(in: $0.span)
        }
        .joined(separator: "\n")
        let headings = beginning.filter(\.kind.isHeading).compactMap { document.text.text(in: $0.span) }
            .map { String($0.trimmingPrefix(/[#\s]*(\d+(\.\d+)*[.)]?\s+)?/)).singleSpaced }
        let asked = headings.filter(isQuestion)
        let named = headings.compactMap { topic($0, in: body) }
        let topics = named.isEmpty && asked.isEmpty ? phrases(in: prose) : named
        var seen: Set<String> = []
        return (
            (asked + topics.map(asking)).filter { seen.insert($0).inserted }.prefix(Self.most).map(\.self), askingForAll
        )
    }

    /// A heading whose words the text uses, so that there is a sentence to answer with; as within a sentence: "heating", not "Heating".
    private func topic(_ heading: String, in body: String) -> String? {
        guard isTopic(heading) else { return nil }
        return [heading.lowercased(), heading].first { Self.hasWord($0, in: body) }
    }

    /// Whether it asks by itself, as those of a list of frequent questions do. Greek writes its mark as a semicolon.
    private func isQuestion(_ heading: String) -> Bool {
        let marks: Set<Character> = language == "el" ? [";", "\u{37E}", "?"] : ["?", "？", "؟", "՞"]
        guard let end = heading.last, marks.contains(end), heading.count <= Self.question.characters else {
            return false
        }
        let isSpaced = heading.contains(" ")
        return isSpaced
            ? heading.split(separator: " ").count >= Self.question.words
            : heading.count > 4 && !heading.contains(where: \.isCased)
    }

    /// What the text comes back to, in several words: one alone could be anything ("minutes"), and of what is said once, no grammar tells a
    /// thing from half a sentence ("boiler stands").
    private func phrases(in body: String) -> [String] {
        let beginning = String(body.prefixOfBytes(Self.readBytes))
        let lower = beginning.lowercased()
        return KeyphraseExtractor().keyphrases(in: beginning, limit: 12, language: language)
            .map(\.text.singleSpaced)
            .filter {
                let places = lower.ranges(of: $0.lowercased())
                return $0.contains(" ") && isTopic($0) && places.count > 1 && !Self.isUnit(places, in: lower)
            }
    }

    private func isTopic(_ text: String) -> Bool {
        let letters = text.filter(\.isLetter)
        // "Mr", "kg"; a word of two ideographs is whole.
        let isWord = letters.count >= 4 || letters.count >= 2 && !text.contains(where: \.isCased) && !letters.isEmpty
        return isWord && text.count <= Self.longest.characters && text.split(separator: " ").count <= Self.longest.words
            && !text.contains(/[:?!？！：\n]/) && !title.localizedCaseInsensitiveContains(text)
            && !text.localizedCaseInsensitiveContains(title)
    }

    /// Whether it stands there by itself; scripts without capitals set no spaces either, or write what is joined to a word.
    private static func hasWord(_ word: String, in text: String) -> Bool {
        guard word.contains(where: \.isCased) else { return text.contains(word) }
        return text.ranges(of: word).contains { place in
            text[..<place.lowerBound].last?.isLetter != true && text[place.upperBound...].first?.isLetter != true
        }
    }

    /// Whether it only says of what a number is: "310 euros".
    private static func isUnit(_ places: [Range<String.Index>], in text: String) -> Bool {
        !places.isEmpty && places.allSatisfy { text[..<$0.lowerBound].last { !$0.isWhitespace }?.isNumber == true }
    }

    private func asking(_ topic: String) -> String {
        let capital = topic.prefix(1).uppercased() + topic.dropFirst()
        return switch language {
        case "de": "Was steht in „\(title)“ über \(topic)?"
        case "fr": "\(capital) : que dit « \(title) » ?"
        case "es": "\(capital): ¿qué dice «\(title)»?"
        case "it": "\(capital): cosa dice «\(title)»?"
        case "pt": "\(capital): o que diz “\(title)”?"
        case "ja": "「\(title)」には\(topic)について何と書いてありますか？"
        case "zh": "《\(title)》中关于\(topic)是怎么写的？"
        case "ar": "ماذا ورد في «\(title)» عن \(topic)؟"
        case "en": "What does “\(title)” say about \(topic)?"
        default: "\(quoted): \(topic)"
        }
    }

    /// In the quotation marks of the language, as which a search knows a name.
    private var quoted: String {
        let locale = language.map(Locale.init(identifier:))
        return "\(locale?.quotationBeginDelimiter ?? "“")\(title)\(locale?.quotationEndDelimiter ?? "”")"
    }

    private var askingForAll: String? {
        switch language {
        case "de": "Was steht in „\(title)“?"
        case "fr": "De quoi parle « \(title) » ?"
        case "es": "¿De qué trata «\(title)»?"
        case "it": "Di cosa parla «\(title)»?"
        case "pt": "Do que trata “\(title)”?"
        case "ja": "「\(title)」には何が書いてありますか？"
        case "zh": "《\(title)》讲的是什么？"
        case "ar": "ما موضوع «\(title)»؟"
        case "en": "What is “\(title)” about?"
        default: nil
        }
    }
}

extension Block.Kind {
    fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
}
