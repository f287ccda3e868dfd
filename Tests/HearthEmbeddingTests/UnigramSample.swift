/// A vocabulary of SentencePiece, and what SentencePiece makes of some texts with it.
///
/// Trained by `sentencepiece` 0.2 as a Unigram model on a few sentences in six languages, with a dozen rules for characters (full-width
/// letters, ligatures, spaces, half-width kana) in place of its own table of 240 kB. The tokens are those of its `encode`; the ends were
/// worked out from its pieces.
enum UnigramSample {
    static let unknown = 0
    static let beginning = 1
    static let end = 2
    /// In the order of their numbers, apart by spaces; the first three are control tokens.
    static let pieces = """
        <unk> <s> </s> ▁ e t r . h o ι a ▁a α σ ί m ο τ 。 ▁is u s π ν 在 ▁D ε ie se i n c g f 渔船 港口 A T k p q x ü Τ \
        ▁lazy ▁κα 大学 ▁B ά λα ▁Hafen ▁dog ▁λιμάνι ▁d und ▁b ch in ▁s bo b ▁h l ou ▁H us nd 停 多 很 着 里 , 1 2 F I M j v w \
        y ö β δ η λι ρ ό と カ ガ ス バ ン 东 子 房 海 生 边 ▁3 θ 京 ▁Ha en ▁l 3 船 港 渔 学 大 口 μ κ z B D H λ d ▁i
        """.split(separator: " ").map(String.init)

    static let scores: [Float] = [
        0, 0, 0, -1.909941196, -3.132777929, -3.270784855, -3.594988585, -3.594988823, -3.754049778, -3.834340096,
        -3.889727831, -3.911139011, -4.048315525, -4.077718258, -4.077718258, -4.077718735, -4.309402943,
        -4.309402943, -4.309402943, -4.309402943, -4.320201874, -4.347394943, -4.386894226, -4.611422539,
        -4.611423016, -4.611423016, -4.611423492, -4.6114254, -4.648561954, -4.759288311, -4.865558624, -4.958201408,
        -5.022038937, -5.045797348, -5.045936584, -5.045938969, -5.045938969, -5.045947075, -5.045947075,
        -5.045947075, -5.045947075, -5.045947075, -5.045947075, -5.045947075, -5.045947075, -5.045947075,
        -5.045947075, -5.045947075, -5.045948029, -5.045948982, -5.045948982, -5.045957565, -5.046098232,
        -5.050879478, -5.052203178, -5.052229404, -5.066254139, -5.070438862, -5.078019619, -5.239509106,
        -5.339230061, -5.359873772, -5.619665146, -5.667062283, -5.680300236, -5.805080414, -5.806981087,
        -5.81645298, -5.829262257, -5.829262257, -5.829262257, -5.829262257, -5.829262257, -5.829280376,
        -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376,
        -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376,
        -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376,
        -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376, -5.829280376,
        -5.829280853, -5.829284668, -5.829298496, -5.85405159, -5.968666553, -6.022546291, -6.070933342,
        -6.071033478, -6.071133137, -6.071233273, -6.071333408, -6.071433544, -6.071533203, -6.071633339,
        -6.071733475, -6.071833134, -6.07193327, -6.072033405, -6.072133541, -6.0722332, -6.072333336, -6.072333336,
    ]

    static let characters = """
        AAQAAAAgAAAJCQAACgUAAAEAAICgHQAAAAAAgJGEAgCgNQAAgAwCAK0xAAADAACAgCEAAKwAAgCBDQAACQAAgLp9AAAMAACAoQkA\
        AKIZAAAFAACABwAAgLYNAAATAACAt4gCAL58AgCeDQAAFwAAgBoAAAC8sAIAvfgCAB8AAAAeAAAAIQAAACAAAAAjAAAAIgAAACUA\
        AAAkAAAAJwAAACYAAAApAAAAKAAAACsAAAAqAAAALQAAACwAAAAvAAAALgAAADEAAAAwAAAAMwAAADIAAAA1AAAANAAAADcAAAA2\
        AAAAOQAAADgAAAA7AAAAOgAAAD0AAAA8AAAAPwAAAD4AAABBAAAAQAAAAEMAAABCAAAARQAAAEQAAABHAAAARgAAAEkAAABIAAAA\
        SwAAAEoAAABNAAAATAAAAE8AAABOAAAAUQAAAFAAAABTAAAAUgAAAFUAAABUAAAAVwAAAFYAAABZAAAAWAAAAFsAAABaAAAAXQAA\
        AFwAAABfAAAAXgAAAGEAAABgAAAAYwAAAGIAAABlAAAAZAAAAGcAAABmAAAAaQAAAGgAAABrAAAAagAAAG0AAABsAAAAbwAAAG4A\
        AABxAAAAcAAAAHMAAAByAAAAdQAAAHQAAAB3AAAAdgAAAHkAAAB4AAAAewAAAHoAAAB9AAAAfAAAAH8AAAB+AAAAgQAAAIAAAACD\
        AAAAggAAAIUAAACEAAAAhwAAAIYAAACJAAAAiAAAAIsAAACKAAAAjQAAAIwAAACPAAAAjgAAAJEAAACQAAAAkwAAAJIAAACVAAAA\
        lAAAAJcAAACWAAAAmQAAAJgAAACbAAAAmgAAAJ0AAACcAAAAnwAAAJ4AAAChAAAAoAAAAKMAAACiAAAApQAAAKQAAACnAAAApgAA\
        AKkAAACoAAAAqwAAAKoAAACtAAAArAAAAK8AAACuAAAAsQAAALAAAACzAAAAsgAAALUAAAC0AAAAtwAAALYAAAC5AAAAuAAAALsA\
        AAC6AAAAvQAAALwAAAC/AAAAvgAAAMEAAADAAAAAwwAAAMIAAADFAAAAxAAAAMcAAADGAAAAyQAAAMgAAADCuAEAygAAAM0AAADM\
        AAAAzwAAAM4AAADRAAAA0AAAANMAAADSAAAA1QAAANQAAADXAAAA1gAAANkAAADYAAAA2wAAANoAAADdAAAA3AAAAN8AAADeAAAA\
        4QAAAOAAAADjAAAA4gAAAOUAAADkAAAA5wAAAO8cAQDpAAAA6AAAAOL0AQDjjAEA7QAAAOwAAADvAAAA7gAAAPEAAADwAAAA8wAA\
        APIAAAD1AAAA9AAAAPcAAAD2AAAA+QAAAO98AQD7AAAA+gAAAP0AAAD8AAAA/wAAAP4AAAAAIAAxAEEAQgBmaQDYtdmE2YkA44Kr\
        AOOCrAA=
        """

    static let texts: [(text: String, tokens: [Int32], ends: [Int])] = [
        ("", [], []),
        ("   \u{A}", [], []),
        (
            "The quick brown fox", [3, 38, 8, 4, 3, 41, 21, 30, 32, 39, 56, 6, 9, 81, 31, 3, 34, 9, 42],
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19]
        ),
        (
            "  The   ﬁsh \u{9} ＡＢ ", [3, 38, 8, 4, 3, 34, 30, 22, 8, 3, 37, 118],
            [2, 3, 4, 5, 6, 11, 11, 12, 13, 14, 19, 22]
        ),
        ("ｶ\u{FF9E}ス\u{3000}ｶ x", [3, 92, 93, 3, 91, 3, 42], [0, 6, 9, 12, 15, 16, 17]),
        ("x☃☃ ☃", [3, 42, 0, 3, 0], [0, 1, 7, 8, 11]),
        (
            "Der Hafen ist alt, und das Boot?",
            [26, 4, 6, 51, 20, 5, 12, 63, 5, 73, 3, 55, 54, 11, 22, 48, 9, 9, 5, 0],
            [1, 2, 3, 9, 12, 13, 15, 16, 17, 18, 19, 22, 24, 25, 26, 28, 29, 30, 31, 32]
        ),
        (
            "Το λιμάνι είναι παλιό", [3, 44, 17, 53, 3, 27, 15, 24, 13, 10, 3, 23, 13, 87, 89],
            [0, 2, 4, 17, 18, 20, 22, 24, 26, 28, 29, 31, 33, 37, 39]
        ),
        ("港口里停着很多渔船。", [3, 36, 72, 68, 71, 70, 69, 35, 19], [0, 6, 9, 12, 15, 18, 21, 27, 30]),
        ("大学生在东京大学", [3, 47, 100, 25, 96, 104, 47], [0, 6, 9, 12, 15, 18, 24]),
        ("so\u{AD}ft hy\u{AD}phen", [59, 9, 34, 5, 62, 82, 40, 8, 106], [1, 2, 5, 6, 8, 9, 12, 13, 15]),
        ("①②", [3, 74, 0], [0, 3, 6]),
        ("ﷺ", [3, 0], [0, 3]),
        ("fox▁dog", [3, 34, 9, 42, 52], [0, 1, 2, 3, 9]),
        ("🙂 The fox", [3, 0, 3, 38, 8, 4, 3, 34, 9, 42], [0, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("é e\u{301}", [3, 0, 3, 4, 0], [0, 2, 3, 4, 6]),
        ("a\u{0}b", [12, 0, 61], [1, 2, 3]),
    ]
}
