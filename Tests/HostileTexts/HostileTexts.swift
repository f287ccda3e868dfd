/// Texts that no one writes, but that files hold.
public enum HostileTexts {
    public static let all: [String] = fixed + random

    private static let fixed: [String] = [
        "", " ", "\n\n\n", "\0\0\0", ".", "...", "?!", "\"", "'", "(((((", ")))))", "((a.) b", "a.b.c.d.e.",
        "\u{301}\u{301}",
        "e\u{301}.\u{301} A", "\u{202B}د\u{202A}.\u{202C} ب", "\u{FEFF}Text. More.", "👩‍👩‍👧‍👦. 👍🏽! 🇩🇪?", "1. 2. 3. 4.",
        "- - - - -",
        "\u{2028}\u{2029}\u{85}a\u{A0}b", "。。。「「」」（", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢. 𐍈𐌰.", "\r\r\n\n\r", "….….…", "#####",
        "| a | b |\n|---|---|",
        "http://", "@.@.@", "A.A.A.A", "..A..B..", "“„”«»‹›", "\u{1F}\u{7F}\u{80}", "0x1F.0b1.1e9.", "ﬁﬂ ﷺ ｱｲｳ.",
    ]

    /// Bytes drawn from letters, marks and the bytes of many scripts, repaired into UTF-8. The seed is fixed.
    private static let random: [String] = {
        var state: UInt64 = 42
        func next(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        let pieces = [
            "a", "B", "é", "ß", "中", "の", "한", "ا", "।", "Ж", "1", "9", ".", "!", "?", "…", "。", "\"", "'", "’", "“",
            "”", "(", ")", "[",
            "]", "「", "」", " ", "  ", "\n", "\t", "-", "—", ",", ":", ";", "1.", "a)", "•", "Mr.", "U.S.", "\u{301}",
            "\u{200D}",
            "🙂", "\0", "$", "%", "/", "@", "#",
        ]
        return (0..<60).map { round in
            if round % 3 == 0 {
                return String(decoding: (0..<200).map { _ in UInt8(next(256)) }, as: UTF8.self)
            }
            return (0..<120).map { _ in pieces[Int(next(UInt64(pieces.count)))] }.joined()
        }
    }()
}
