/// Finds the quotations and brackets of a block, inside which a sentence does not end.
///
/// Only what is closed within a bounded distance counts, so that a lost quotation mark or a smiley does no harm.
struct Enclosures {
    struct Pair {
        /// From the opening mark up to and including the closing one.
        var range: Range<Int>
        var isQuotation: Bool
    }

    /// Bytes that a quotation or bracket may hold; longer ones are read as ordinary text.
    private static let longest = 1000
    /// The same for `'`, which is an apostrophe more often.
    private static let longestSingle = 400
    /// Openers that are kept while their closer is looked for.
    private static let deepest = 16

    private struct Opener {
        var value: UInt32
        var at: Int
    }

    private let bytes: UTF8Bytes
    private let block: Range<Int>
    private var open: [Opener] = []
    private var pairs: [Pair] = []

    /// The outermost pairs of a block in order.
    static func pairs(in bytes: UTF8Bytes, block: Range<Int>) -> [Pair] {
        var finder = Enclosures(bytes: bytes, block: block)
        finder.scan()
        return finder.outermost()
    }

    private init(bytes: UTF8Bytes, block: Range<Int>) {
        self.bytes = bytes
        self.block = block
    }

    private mutating func scan() {
        var at = block.lowerBound
        while at < block.upperBound {
            let byte = bytes[at]
            if byte < 0x80 {
                switch byte {
                case 0x22: straight(0x22, at: at)
                case 0x27: straight(0x27, at: at)
                case 0x28, 0x5B, 0x7B: push(UInt32(byte), at: at)
                case 0x29: close(with: 0x28, at: at, length: 1)
                case 0x5D: close(with: 0x5B, at: at, length: 1)
                case 0x7D: close(with: 0x7B, at: at, length: 1)
                default: break
                }
                at += 1
                continue
            }
            let (value, length) = bytes.scalar(at: at)
            if byte == 0xC2 || byte == 0xE2 || byte == 0xE3 || byte == 0xEF { mark(value, at: at, length: length) }
            at += length
        }
    }

    private mutating func mark(_ value: UInt32, at place: Int, length: Int) {
        switch value {
        case 0x201C:
            if isOpen(0x201E) { close(with: 0x201E, at: place, length: length) } else { push(value, at: place) }
        case 0x201D:
            if isOpen(0x201C) {
                close(with: 0x201C, at: place, length: length)
            } else if isOpen(0x201E) {
                close(with: 0x201E, at: place, length: length)
            } else if isOpen(value) {
                close(with: value, at: place, length: length)
            } else if startsWord(before: place) {
                push(value, at: place)
            }
        case 0x201E, 0x2018, 0x201A: push(value, at: place)
        case 0x2019:
            guard !startsWord(after: place + length) else { return }
            if isOpen(0x2018) {
                close(with: 0x2018, at: place, length: length)
            } else {
                close(with: 0x201A, at: place, length: length)
            }
        case 0xAB: if isOpen(0xBB) { close(with: 0xBB, at: place, length: length) } else { push(value, at: place) }
        case 0xBB:
            if isOpen(0xAB) {
                close(with: 0xAB, at: place, length: length)
            } else if startsWord(before: place) {
                push(value, at: place)
            }
        case 0x300C, 0x300E, 0x300A, 0x3008, 0x3010, 0xFF08, 0xFF3B, 0xFF5B: push(value, at: place)
        case 0x300D, 0x300F, 0x300B, 0x3009, 0x3011: close(with: value - 1, at: place, length: length)
        case 0xFF09: close(with: 0xFF08, at: place, length: length)
        case 0xFF3D, 0xFF5D: close(with: value - 2, at: place, length: length)
        default: break
        }
    }

    /// `"` and `'` open before a word and close after one.
    private mutating func straight(_ value: UInt32, at place: Int) {
        if isOpen(value) {
            if value == 0x27, startsWord(after: place + 1) { return }
            if let last = bytes.scalar(before: place), ScalarClass(last.value) == .space, value == 0x27 { return }
            close(with: value, at: place, length: 1)
        } else if startsWord(before: place) {
            push(value, at: place)
        }
    }

    /// Whether a word may start at a mark: the block starts, or white space or another opening mark stands before it.
    private func startsWord(before place: Int) -> Bool {
        guard place > block.lowerBound, let last = bytes.scalar(before: place) else { return true }
        if ScalarClass(last.value) == .space { return true }
        switch last.value {
        case 0x22, 0x27, 0x28, 0x5B, 0x7B, 0x2D, 0x5F, 0x2A, 0x2013, 0x2014, 0x2018, 0x201C, 0x201E, 0xAB, 0xFF08,
            0x300C,
            0x3A, 0x3E:
            return true
        default: return false
        }
    }

    private func startsWord(after place: Int) -> Bool {
        guard place < block.upperBound else { return false }
        let kind = ScalarClass(bytes.scalar(at: place).value)
        return kind == .letter || kind == .digit
    }

    private func isOpen(_ value: UInt32) -> Bool { open.contains { $0.value == value } }

    private mutating func push(_ value: UInt32, at place: Int) {
        if open.count == Self.deepest { open.removeFirst() }
        open.append(Opener(value: value, at: place))
    }

    private mutating func close(with opener: UInt32, at place: Int, length: Int) {
        guard let index = open.lastIndex(where: { $0.value == opener }) else { return }
        let start = open[index].at
        open.removeSubrange(index...)
        let limit = opener == 0x27 || opener == 0x2018 ? Self.longestSingle : Self.longest
        guard place - start <= limit else { return }
        pairs.append(Pair(range: start..<(place + length), isQuotation: !Self.brackets.contains(opener)))
    }

    private static let brackets: Set<UInt32> = [0x28, 0x5B, 0x7B, 0xFF08, 0xFF3B, 0xFF5B, 0x3010]

    /// Pairs are closed from the inside out; only those that lie in no other are kept.
    private func outermost() -> [Pair] {
        var kept: [Pair] = []
        for pair in pairs.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if let last = kept.last, pair.range.lowerBound < last.range.upperBound { continue }
            kept.append(pair)
        }
        return kept
    }
}

// MARK: - Behind a quotation

/// What goes on with a sentence behind a quotation in scripts without capitals, where no small letter tells: who said it.
///
/// In these languages the verb stands last, so that a short clause behind a quotation which ends in a verb of saying belongs to it
/// ("“…” उसने कहा।"), while one that goes on behind the verb is a sentence of its own ("उसने कहा कि …"). The verbs are the plain ones of saying,
/// asking and answering in the third person, as the grammars of the languages give them (McGregor, Outline of Hindi Grammar, 1995;
/// Sohn, The Korean Language, 1999); Japanese quotes with と and って (Martin, A Reference Grammar of Japanese, 1975).
enum SpeechTails {
    /// Words of such a clause.
    private static let longest = 4

    private static let verbs: Set<String> = Set(
        words: """
            कहा कहते कहती बोला बोली बोले पूछा चिल्लाया चिल्लाई सोचा म्हणाला म्हणाली म्हणाले विचारले भने भन्यो भनिन् सोधे کہا بولا بولی بولے پوچھا گفت \
            پرسید বললেন বলল বললো বলেন জিজ্ঞাসা
            """)
    private static let koreanVerbs = [
        "말했다", "물었다", "외쳤다", "대답했다", "답했다", "소리쳤다", "말한다", "말했습니다", "물었습니다", "밝혔다", "강조했다", "덧붙였다", "전했다", "설명했다",
        "말했어요", "물었어요", "생각했다",
    ]

    /// Whether such a clause follows a quotation that ends at `place`.
    static func follows(_ bytes: UTF8Bytes, from place: Int, end: Int) -> Bool {
        if FinalForms.quotes(bytes, from: place, end: end) { return true }
        var at = place
        for _ in 0..<longest {
            while at < end, let space = bytes.spaceLength(at: at) { at += space }
            let start = at
            var stop = false
            var past = at
            while at < end, at - start < 64, bytes.spaceLength(at: at) == nil {
                let (value, length) = bytes.scalar(at: at)
                at += length
                if value.isTerminator || value == 0x2C || value == 0x60C || value == 0x7C {
                    stop = true
                    break
                }
                past = at
            }
            guard past > start else { return false }
            let word = bytes.string(start..<past)
            if stop || at >= end { return verbs.contains(word) || koreanVerbs.contains { word.hasSuffix($0) } }
        }
        return false
    }

    /// Whether a text goes on with the particle that quotes what stands before it in Japanese: 「えっ？と思った」.
    static func quotes(_ bytes: Slice<UTF8Bytes>) -> Bool { particles.contains { bytes.starts(with: $0.utf8) } }

    /// と alone begins adverbs as well ("とても"), and so it counts with a verb of saying or thinking behind it.
    private static let particles = [
        "って", "と思", "と言", "といっ", "という", "といい", "と聞", "と叫", "と感", "と考", "と答", "と尋", "と呼", "と書", "と話", "と述", "とつぶや", "と笑",
    ]
}
