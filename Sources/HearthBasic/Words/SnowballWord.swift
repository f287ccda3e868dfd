/// A lower-case word in letters of ISO 8859-1, one byte each, with the regions in which the Snowball algorithms
/// (https://snowballstem.org/algorithms/) allow suffixes to go. Letters that stand for a marked form are in upper case.
struct SnowballWord {
    var letters: [UInt8]
    var r1: Int
    var r2: Int
    var rv: Int
    let isVowel: [Bool]

    init?(_ word: String, vowels: String) {
        letters = []
        for scalar in word.unicodeScalars {
            guard scalar.value < 0x100 else { return nil }
            letters.append(UInt8(scalar.value))
        }
        var table = [Bool](repeating: false, count: 256)
        for letter in Self.latin1(vowels) { table[Int(letter)] = true }
        isVowel = table
        r1 = letters.count
        r2 = letters.count
        rv = letters.count
    }

    var text: String {
        var view = String.UnicodeScalarView()
        for letter in letters { view.append(Unicode.Scalar(letter)) }
        return String(view)
    }

    static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.compactMap { $0.value < 0x100 ? UInt8($0.value) : nil }
    }

    func isVowel(at index: Int) -> Bool {
        index >= 0 && index < letters.count && isVowel[Int(letters[index])]
    }

    /// R1 and R2: one past the first consonant that follows a vowel, twice.
    mutating func findRegions() {
        r1 = regionStart(from: 0)
        r2 = regionStart(from: r1)
    }

    private func regionStart(from start: Int) -> Int {
        var index = start
        while index < letters.count, !isVowel(at: index) { index += 1 }
        while index < letters.count, isVowel(at: index) { index += 1 }
        return min(index + 1, letters.count)
    }

    func ends(_ suffix: [UInt8]) -> Bool {
        letters.count >= suffix.count && letters.suffix(suffix.count).elementsEqual(suffix)
    }

    func ends(_ suffix: String) -> Bool { ends(Self.latin1(suffix)) }

    /// The longest of the suffixes that the word ends with and that starts at `limit` or later.
    func longest(_ suffixes: SuffixList, from limit: Int = 0) -> [UInt8]? {
        suffixes.longestFirst.first { ends($0) && letters.count - $0.count >= limit }
    }

    /// Where a suffix of so many letters starts.
    func start(_ suffix: [UInt8]) -> Int { letters.count - suffix.count }

    mutating func drop(_ count: Int) { letters.removeLast(min(count, letters.count)) }

    mutating func replace(_ suffix: [UInt8], by text: String) {
        drop(suffix.count)
        letters += Self.latin1(text)
    }

    /// Drops the suffix when it stands at `limit` or later; says whether it did.
    @discardableResult
    mutating func drop(_ suffix: String, from limit: Int) -> Bool {
        let suffix = Self.latin1(suffix)
        guard ends(suffix), start(suffix) >= limit else { return false }
        drop(suffix.count)
        return true
    }
}

/// Suffixes, longest first.
struct SuffixList: Sendable {
    let longestFirst: [[UInt8]]

    init(_ suffixes: String) {
        longestFirst = suffixes.split(separator: " ").map { SnowballWord.latin1(String($0)) }
            .sorted { $0.count > $1.count }
    }

    func contains(_ suffix: [UInt8]) -> Bool { longestFirst.contains(suffix) }
}
