import HearthText
import HostileTexts
import Testing

@Suite struct StemmerTests {
    @Test func everyLanguageOfSnowballIsThere() {
        #expect(Stemmer.languages.count == 28 && Stemmer.languages == Stemmer.languages.sorted())
        #expect(Set(Stemmer.languages) == Set(StemmerSamples.all.map(\.language)))
        #expect(Stemmer(language: "pl") == nil && Stemmer(language: "") == nil && Stemmer(language: "und") == nil)
        #expect(Stemmer(language: "nb")?.language == "no" && Stemmer(language: "de-AT")?.language == "de")
    }

    @Test(arguments: StemmerSamples.all) func stemsAreThoseOfTheAlgorithms(language: String, pairs: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let words = pairs.split(separator: " ").map(String.init)
        for place in stride(from: 0, to: words.count, by: 2) {
            let stem = stemmer.stem(words[place])
            // Not by `==` of strings, for which other bytes may be the same letters.
            #expect(Array(stem.utf8) == Array(words[place + 1].utf8), "\(words[place]) → \(stem)")
        }
    }

    @Test func howAWordIsWrittenDoesNotMatter() throws {
        let german = try #require(Stemmer(language: "de"))
        #expect(german.stem("Ha\u{308}user") == german.stem("HÄUSER") && german.stem("häuser") == "haus")
        let russian = try #require(Stemmer(language: "ru"))
        #expect(russian.stem("и\u{306}ога") == russian.stem("йога"))
        let turkish = try #require(Stemmer(language: "tr"))
        #expect(turkish.stem("IŞIKLAR") == "ışık" && turkish.stem("İZLER") == turkish.stem("izler"))
        let greek = try #require(Stemmer(language: "el"))
        #expect(greek.stem("ΔΡΌΜΟΣ") == greek.stem("δρόμος") && greek.stem("δρόμος") == greek.stem("δρόμους"))
        let romanian = try #require(Stemmer(language: "ro"))
        #expect(romanian.stem("orașelor") == romanian.stem("oraşelor"))
        let hindi = try #require(Stemmer(language: "hi"))
        #expect(Array(hindi.stem("\u{95C}").utf8) == Array("\u{921}\u{93C}".utf8))
        let english = try #require(Stemmer(language: "en"))
        #expect(english.stem("dog\u{2019}s") == "dog" && english.stem("co\u{AD}operated") == english.stem("cooperated"))
    }

    @Test func wordsOfOtherAlphabetsStay() {
        #expect(Stemmer(language: "de")?.stem("Москва") == "москва")
        #expect(Stemmer(language: "ru")?.stem("Houses") == "houses")
        #expect(Stemmer(language: "el")?.stem("έως") == "έως")  // The algorithm leaves nothing of it.
    }

    @Test(arguments: Stemmer.languages) func noInputIsTooOdd(language: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        var texts = HostileTexts.all
        texts += ["", " ", "'", "\u{0}", "\u{301}", "🏡", "a\u{0}b", String(repeating: "\u{10FFFF}", count: 64)]
        let letters = StemmerSamples.all.first { $0.language == language }?.pairs ?? ""
        texts += [254, 255, 256, 100_000].map {
            String(letters.filter { $0 != " " }.prefix(1)) + String(repeating: "s", count: $0)
        }
        for text in texts { #expect(text.isEmpty || !stemmer.stem(text).isEmpty) }

        // Pieces of its own words, in any order, and mixed with others' letters.
        var generator = SystemRandomNumberGenerator()
        let pieces = Array(letters.unicodeScalars) + Array("'\u{301}\u{200D}Aßıжא".unicodeScalars)
        for _ in 0..<3_000 {
            let word = (0..<Int.random(in: 1...24, using: &generator)).compactMap { _ in pieces.randomElement() }
            let text = String(String.UnicodeScalarView(word))
            let stem = stemmer.stem(text)
            #expect(stemmer.stem(text) == stem)
            #expect(stem.utf8.count <= 4 * text.utf8.count + 8)
        }
    }

    @Test func manyThreadsGetWhatOneGets() async throws {
        let samples = StemmerSamples.all.map { sample in
            (language: sample.language, words: sample.pairs.split(separator: " ").map(String.init))
        }
        let alone = samples.map { sample in sample.words.map { Stemmer(language: sample.language)?.stem($0) } }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<20).allSatisfy { _ in
                        samples.map { sample in sample.words.map { Stemmer(language: sample.language)?.stem($0) } }
                            == alone
                    }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
