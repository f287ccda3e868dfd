/// Finds the ends of sentences in one block.
struct SentenceScanner {
    let bytes: UTF8Bytes
    let block: Range<Int>
    let rules: SentenceRules
    /// Where the current sentence starts.
    private(set) var start: Int

    private let enclosures: [Enclosures.Pair]
    private let items: [Range<Int>]
    private var nextEnclosure = 0
    private var nextItem = 0

    init(bytes: UTF8Bytes, block: Range<Int>, rules: SentenceRules) {
        self.bytes = bytes
        self.block = block
        self.rules = rules
        start = block.lowerBound
        enclosures = Enclosures.pairs(in: bytes, block: block)
        items = ListMarkers.items(in: bytes, block: block)
    }

    mutating func scan(_ emit: (Range<Int>) -> Void) {
        var at = block.lowerBound
        while at < block.upperBound {
            if let past = passItem(at: at, emit) ?? passEnclosure(at: at, emit) {
                at = past
                continue
            }
            let byte = bytes[at]
            if byte < 0x80 {
                if byte == 0x2E || byte == 0x21 || byte == 0x3F || byte == 0x3A || byte == 0x3B {
                    at = terminator(UInt32(byte), at: at, length: 1, emit)
                } else if byte == 0x20, rules.hasHangul, let end = endOfForm(at) {
                    close(at: end, emit)
                    at = max(end, at + 1)
                } else if rules.hasThai, byte == 0x20 || byte == 0x0A || byte == 0x0D, at > start,
                    ThaiSpaces.ends(bytes, at: at, start: start, end: block.upperBound, rules.spaces)
                {
                    close(at: at, emit)
                    at += 1
                } else if byte == 0x7C, endsAtBar(at) {
                    close(at: at + 1, emit)
                    at += 1
                } else {
                    at += 1
                }
                continue
            }
            let (value, length) = bytes.scalar(at: at)
            at = byte >= 0xCD ? terminator(value, at: at, length: length, emit) : at + length
        }
        close(at: block.upperBound, emit)
    }

    // MARK: - Items and enclosures

    /// A list item starts a sentence, and the full stop of its marker ends none.
    private mutating func passItem(at place: Int, _ emit: (Range<Int>) -> Void) -> Int? {
        while nextItem < items.count, items[nextItem].lowerBound < place { nextItem += 1 }
        guard nextItem < items.count, items[nextItem].lowerBound == place else { return nil }
        close(at: place, emit)
        return max(items[nextItem].upperBound, place + 1)
    }

    private mutating func passEnclosure(at place: Int, _ emit: (Range<Int>) -> Void) -> Int? {
        while nextEnclosure < enclosures.count, enclosures[nextEnclosure].range.lowerBound < place {
            nextEnclosure += 1
        }
        guard nextEnclosure < enclosures.count, enclosures[nextEnclosure].range.lowerBound == place else { return nil }
        let pair = enclosures[nextEnclosure]
        let end = pair.range.upperBound
        if endsAfterEnclosure(pair) { close(at: end, emit) }
        return end
    }

    /// Whether a sentence ends with a quotation or bracket whose last character inside is a terminator.
    private func endsAfterEnclosure(_ pair: Enclosures.Pair) -> Bool {
        let end = pair.range.upperBound
        guard end < block.upperBound, let closer = bytes.scalar(before: end),
            let last = bytes.scalar(before: end - closer.length), pair.range.lowerBound < end - closer.length
        else { return false }
        let isBroken = last.value == 0x2D || last.value == 0x2014
        let isQuestion =
            (last.value == 0x3B || last.value == 0x37E) && isGreekQuestion(end - closer.length - last.length)
        guard last.value.isTerminator || isQuestion || (isBroken && pair.isQuotation) else { return false }
        // A remark in brackets ends with its stop, and the sentence that it stands in goes on.
        if !pair.isQuotation, bytes.spaceLength(at: end) == nil, hasContent(before: pair.range.lowerBound) {
            return false
        }
        if last.value.isFullWidthTerminator { return endsAfterCJKQuotation(end) }
        guard bytes.spaceLength(at: end) != nil else { return false }
        let next = Lookahead(bytes, from: end, block: block)
        switch next.kind {
        case .uncased:
            if pair.isQuotation, SpeechTails.follows(bytes, from: end, end: block.upperBound) { return false }
            return true
        case .upper, .mark: return true
        case .digit: return !isBroken
        case .lower, .end: return false
        case .bracket: return !pair.isQuotation
        case .dash, .punctuation: return false
        }
    }

    /// After 」 a particle goes on with the sentence, and so does a comma.
    private func endsAfterCJKQuotation(_ end: Int) -> Bool {
        let value = bytes.scalar(at: end).value
        if bytes.spaceLength(at: end) != nil { return true }
        switch value {
        case 0x3068, 0x3063, 0x306A, 0x306E, 0x304C, 0x306F, 0x3092, 0x306B, 0x3067, 0x3082: return false
        default: return ScalarClass(value).isWordPart || value == 0x300C || value == 0x201C
        }
    }

    // MARK: - Ends without a stop

    /// Where the sentence ends whose last word, before the space at `place`, ends it by its form.
    private func endOfForm(_ place: Int) -> Int? {
        let word = wordBefore(place)
        guard FinalForms.isFinal(bytes, word, habit: rules.habit, before: block.upperBound) else { return nil }
        let end = FinalForms.endOfMood(bytes, from: place, end: block.upperBound)
        return FinalForms.goesOn(bytes, from: end, end: block.upperBound) ? nil : end
    }

    /// The bar that stands for the danda of Indic scripts where a keyboard has none: right behind a letter, before a space.
    private func endsAtBar(_ place: Int) -> Bool {
        guard let last = bytes.scalar(before: place), last.value >= 0x900, last.value <= 0xD7F else { return false }
        return place + 1 >= block.upperBound || bytes.spaceLength(at: place + 1) != nil
    }

    // MARK: - Terminators

    /// Judges the character at `place`, and returns where to go on.
    private mutating func terminator(
        _ value: UInt32, at place: Int, length: Int, _ emit: (Range<Int>) -> Void
    ) -> Int {
        let after = place + length
        switch value {
        case 0x3A:
            if endsAtColon(place) { close(at: after, emit) }
            return after
        case 0x3B, 0x37E: return greekQuestion(from: place, emit)
        case 0x2E, 0x21, 0x3F, 0x2026, 0x203C, 0x2047, 0x2048, 0x2049:
            return cluster(from: place, emit)
        case 0x1361:
            // Two word spaces of Ethiopic, ፡፡, are typed for its full stop, ።.
            guard after < block.upperBound, bytes.scalar(at: after).value == 0x1361 else { return after }
            return strong(from: after + length, value, emit)
        case _ where value.isTerminator:
            return strong(from: after, value, emit)
        default:
            return after
        }
    }

    /// The mark of a question in Greek, which looks like a semicolon, with what stands behind it: "Τι;;", "Πώς;!"
    private mutating func greekQuestion(from place: Int, _ emit: (Range<Int>) -> Void) -> Int {
        guard isGreekQuestion(place) else { return place + bytes.scalar(at: place).length }
        var at = place
        while at < block.upperBound {
            let (value, length) = bytes.scalar(at: at)
            guard value == 0x3B || value == 0x37E || value.isTerminator || value.isCloser && !opensEnclosure(at) else {
                break
            }
            at += length
        }
        // A question whose sentence goes on: "Πού είσαι; είπε."
        guard Lookahead(bytes, from: at, block: block).kind != .lower else { return at }
        if at >= block.upperBound || bytes.spaceLength(at: at) != nil { close(at: at, emit) }
        return at
    }

    /// Behind a letter of Greek, and in a text in Greek behind whatever is no space: "το NATO;", "στις 5;".
    private func isGreekQuestion(_ place: Int) -> Bool {
        var before = place
        while before > start, let last = bytes.scalar(before: before), last.value.isCloser { before -= last.length }
        guard let last = bytes.scalar(before: before) else { return false }
        if last.value >= 0x370 && last.value < 0x400 || last.value >= 0x1F00 && last.value < 0x2000 { return true }
        return rules.language == "el" && ScalarClass(last.value).isWordPart
    }

    /// The colon is the full stop of Armenian, and ends a lead-in in Arabic.
    private func endsAtColon(_ place: Int) -> Bool {
        guard place + 1 < block.upperBound, bytes.spaceLength(at: place + 1) != nil,
            let last = bytes.scalar(before: place)
        else { return false }
        if last.value >= 0x531 && last.value <= 0x58A { return true }
        return rules.language == "ar" && last.value >= 0x620 && last.value <= 0x6FF && !beginsWithDigit
    }

    /// Whether the sentence so far begins with a number: "12 أكتوبر:" leads in no speech, but dates what stands behind it in its line, which
    /// says nothing of the day without it.
    private var beginsWithDigit: Bool {
        var at = start
        while at < block.upperBound {
            let (value, length) = bytes.scalar(at: at)
            guard ScalarClass(value) == .space else { return ScalarClass(value) == .digit }
            at += length
        }
        return false
    }

    /// Terminators that need no space after them: 。 ！ ？ । ۔ and their like.
    private mutating func strong(from place: Int, _ value: UInt32, _ emit: (Range<Int>) -> Void) -> Int {
        var at = place
        while at < block.upperBound {
            let (next, length) = bytes.scalar(at: at)
            guard next.isTerminator || next.isCloser && !opensEnclosure(at) else { break }
            at += length
        }
        if at < block.upperBound {
            let next = bytes.scalar(at: at).value
            // ３．２９ is a number, and so is a stop before a comma no end.
            if value == 0xFF0E, ScalarClass(next) == .digit { return at }
            if next == 0x3001 || next == 0xFF0C { return at }
            if value.isFullWidthTerminator, value != 0x3002, SpeechTails.quotes(bytes[at..<block.upperBound]) {
                return at
            }
        }
        if value == 0x964 || value == 0x965 { at = endOfVerseNumber(from: at) }
        close(at: at, emit)
        return at
    }

    /// The number of a verse stands between dandas behind it: "… ॥ १२ ॥".
    private func endOfVerseNumber(from place: Int) -> Int {
        var at = place
        var digits = 0
        while at < block.upperBound, at - place < 24 {
            let (value, length) = bytes.scalar(at: at)
            if value == 0x964 || value == 0x965 { return digits > 0 ? at + length : place }
            switch ScalarClass(value) {
            case .digit: digits += 1
            case .space: break
            default: return place
            }
            at += length
        }
        return place
    }

    /// Whether the mark at `place`, which closes in some languages, opens a quotation here.
    private func opensEnclosure(_ place: Int) -> Bool {
        var index = nextEnclosure
        while index < enclosures.count, enclosures[index].range.lowerBound < place { index += 1 }
        return index < enclosures.count && enclosures[index].range.lowerBound == place
    }

    /// A run of `.`, `!`, `?` and `…` with the marks that close after it.
    private mutating func cluster(from place: Int, _ emit: (Range<Int>) -> Void) -> Int {
        var cluster = TerminatorCluster(bytes, at: place, block: block)
        if cluster.isStop, let dots = spacedDots(after: cluster.end, from: place) {
            cluster = dots
        }
        let end = FinalForms.endOfAttachedMood(bytes, from: cluster.end, end: block.upperBound)
        guard end < block.upperBound else { return end }
        guard hasContent(before: place) else { return end }
        if cluster.isFollowedByWideText { close(at: end, emit) }
        guard bytes.spaceLength(at: end) != nil else {
            if let note = endOfNote(cluster) {
                close(at: note, emit)
                return note
            }
            if isMissingSpace(cluster) || isMissingSpaceInHangul(cluster) { close(at: end, emit) }
            return end
        }
        if rules.hasHangul, goesOnInHangul(cluster, from: end) { return end }
        let past =
            rules.hasHangul
            ? FinalForms.endOfMood(bytes, from: end, end: block.upperBound)
            : FinalForms.endOfEmoticons(bytes, from: end, end: block.upperBound)
        if past > end {
            close(at: past, emit)
            return past
        }
        let next = Lookahead(bytes, from: end, block: block)
        if ends(cluster, next) { close(at: end, emit) }
        return end
    }

    /// "the end.Next one": a word in lower case or a number, the mark, and a capitalized word, in what is no address.
    private func isMissingSpace(_ cluster: TerminatorCluster) -> Bool {
        guard !cluster.isEllipsis, !cluster.hasCloser, cluster.end + 1 < block.upperBound,
            bytes.scalar(at: cluster.end).value.isUppercase
        else { return false }
        let second = cluster.end + bytes.scalar(at: cluster.end).length
        guard second < block.upperBound, bytes.scalar(at: second).value.isLowercase else { return false }
        var at = cluster.start
        var letters = 0
        while at > start, letters < 3, let last = bytes.scalar(before: at) {
            guard last.value.isLowercase || ScalarClass(last.value) == .digit else { break }
            letters += 1
            at -= last.length
        }
        guard letters >= 3 else { return false }
        return !wordBefore(cluster.start).contains { isAddressMark(bytes[$0]) } && !runsIntoAddress(from: second)
    }

    /// The same in Korean, which has no abbreviations with dots: "갔다.그리고".
    private func isMissingSpaceInHangul(_ cluster: TerminatorCluster) -> Bool {
        guard !cluster.isEllipsis, !cluster.hasCloser, cluster.end + 1 < block.upperBound,
            ScalarClass(bytes.scalar(at: cluster.end).value) == .hangul
        else { return false }
        var at = cluster.start
        var syllables = 0
        while at > start, syllables < 2, let last = bytes.scalar(before: at), ScalarClass(last.value) == .hangul {
            syllables += 1
            at -= last.length
        }
        return syllables == 2
    }

    /// Whether the sentence goes on behind a mark in Korean: a question is quoted, or dots stand for a pause.
    private func goesOnInHangul(_ cluster: TerminatorCluster, from end: Int) -> Bool {
        guard let last = bytes.scalar(before: cluster.start), ScalarClass(last.value) == .hangul else { return false }
        if cluster.isEllipsis { return !FinalForms.mayEndAtDots(bytes, wordBefore(cluster.start)) }
        return !cluster.isStop && FinalForms.quotes(bytes, from: end, end: block.upperBound)
    }

    /// Where the number of a note ends that stands right behind a full stop: "of the line.12 The next".
    private func endOfNote(_ cluster: TerminatorCluster) -> Int? {
        guard cluster.isStop, !cluster.hasCloser else { return nil }
        var at = cluster.end
        while at < block.upperBound, bytes[at] >= 0x30, bytes[at] <= 0x39, at - cluster.end < 3 { at += 1 }
        guard at > cluster.end, at < block.upperBound, bytes.spaceLength(at: at) != nil,
            Lookahead(bytes, from: at, block: block).kind == .upper
        else { return nil }
        var before = cluster.start
        var letters = 0
        while before > start, letters < 3, let last = bytes.scalar(before: before), last.value.isLowercase {
            letters += 1
            before -= last.length
        }
        return letters == 3 && !wordBefore(cluster.start).contains { isAddressMark(bytes[$0]) } ? at : nil
    }

    private func isAddressMark(_ byte: UInt8) -> Bool {
        byte == 0x2F || byte == 0x40 || byte == 0x5F || byte == 0x3A || byte == 0x5C
    }

    /// Whether the word that goes on at `place` turns out to be an address, a file name or code: `Jane.Doe@example.com`.
    private func runsIntoAddress(from place: Int) -> Bool {
        var at = place
        while at < block.upperBound, at - place < 64, bytes.spaceLength(at: at) == nil {
            if isAddressMark(bytes[at]) || bytes[at] == 0x28 { return true }
            at += 1
        }
        return false
    }

    /// Dots with spaces between: `. . .` is an ellipsis. After a word (`word. . . .`) the first one is the full stop of the
    /// sentence, when a capital follows the rest.
    private func spacedDots(after end: Int, from place: Int) -> TerminatorCluster? {
        var at = end
        var count = 1
        while at + 1 < block.upperBound, bytes[at] == 0x20, bytes[at + 1] == 0x2E {
            count += 1
            at += 2
        }
        guard count >= 3 else { return nil }
        var cluster = TerminatorCluster(bytes, at: at - 1, block: block)
        cluster.start = place
        cluster.isEllipsis = true
        cluster.isStop = false
        let isAttached = bytes.scalar(before: place).map { ScalarClass($0.value) != .space } ?? false
        // Three such dots are a pause; a fourth is the full stop of the sentence.
        cluster.isPause = count == 3
        if isAttached, count >= 4, Lookahead(bytes, from: cluster.end, block: block).kind == .upper {
            cluster.end = end
            cluster.opensWithDots = true
        }
        return cluster
    }

    private func ends(_ cluster: TerminatorCluster, _ next: Lookahead) -> Bool {
        if cluster.opensWithDots { return true }
        if cluster.isPause { return false }
        if cluster.isStop { return endsAtStop(cluster, next) }
        switch next.kind {
        case .upper, .uncased: return true
        case .digit: return !cluster.isEllipsis
        case .lower: return cluster.isEllipsis || cluster.hasCloser ? false : endsBeforeLowercase(cluster)
        case .mark: return true
        case .bracket: return !cluster.hasCloser && next.first.isUppercase
        case .dash: return next.first.isUppercase
        case .punctuation, .end: return false
        }
    }

    /// "What? no way" are two sentences; "at Yahoo! in accounting" is one.
    private func endsBeforeLowercase(_ cluster: TerminatorCluster) -> Bool {
        guard cluster.last == 0x21 else { return true }
        let word = wordBefore(cluster.start)
        guard let first = bytes.scalarIfAny(at: word.lowerBound), word.lowerBound > start else { return true }
        return !first.isUppercase
    }

    /// Whether the sentence so far holds more than marks: a stop that opens a sentence ends none.
    private func hasContent(before place: Int) -> Bool {
        var at = start
        while at < place {
            let (value, length) = bytes.scalar(at: at)
            if ScalarClass(value).isWordPart || value > 0x2BFF { return true }
            if at > start + 24 { return true }
            at += length
        }
        return false
    }

    /// The run of characters that are not white space or opening marks before `place`.
    func wordBefore(_ place: Int) -> Range<Int> {
        var at = place
        while at > start, place - at < 64, let last = bytes.scalar(before: at) {
            if ScalarClass(last.value) == .space || last.value.isOpener { break }
            at -= last.length
        }
        return at..<place
    }

    private mutating func close(at end: Int, _ emit: (Range<Int>) -> Void) {
        var from = start
        var to = end
        while from < to, let length = bytes.spaceLength(at: from) { from += length }
        while to > from, let last = bytes.scalar(before: to), ScalarClass(last.value) == .space { to -= last.length }
        if from < to { emit(from..<to) }
        start = end
    }
}
