/// What a file is called, as words: people name a file after what they will look for, also where the text has another title.
package enum FileName {
    /// Characters of a name that are read.
    private static let longest = 120

    /// The words of a file's name that a title does not say: "dentist treatment plan" of `/home/ann/dentist_treatment_plan.pdf`.
    ///
    /// - Parameters:
    ///   - path: A path or an address; its last part counts, without the ending.
    ///   - title: What the document is called.
    /// - Returns: `nil` where nothing is left that a person might ask for: the title says it, it is a number, or the name has no ending,
    ///   as those have that programs make.
    package static func words(of path: String, besides title: String?) -> String? {
        let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        // What has no ending was named by a program.
        guard let end = name.lastIndex(of: "."), end > name.startIndex else { return nil }
        let bare = name[..<end]
        let analyzer = SearchAnalyzer.unstemmed
        let known = Set(title.map { analyzer.terms(in: $0) } ?? [])
        let words = bare.prefix(longest).split { !$0.isLetter && !$0.isNumber && !$0.isMark }.map(String.init)
            .filter { word in
                word.contains(where: \.isLetter) && analyzer.terms(in: word).contains { !known.contains($0) }
            }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension Character {
    /// A vowel's sign or another mark that is part of a word.
    fileprivate var isMark: Bool { unicodeScalars.allSatisfy { ScalarClass($0.value) == .mark } }
}
