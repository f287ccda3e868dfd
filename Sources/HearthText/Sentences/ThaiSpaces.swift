/// Tells which spaces of Thai and Lao end sentences.
///
/// Both write words without spaces and set one where a reader takes breath: between sentences, clauses, the items of a list, and
/// around numbers and foreign words (Royal Institute of Thailand, "หลักเกณฑ์การเว้นวรรค"). What a space is, its neighbours tell, as in
/// Mittrapiyanuruk and Sornlertlamvanich, "The Automatic Thai Sentence Extraction" (SNLP 2000), there by a tagger, here by words of closed
/// classes: polite and asking particles end a sentence, some conjunctions begin one, others go on with it. Where none of them
/// stands, a space ends a sentence that is long enough to be one, before another. Print sets two widths, a wide space between sentences
/// and a narrow one between phrases; a writer who types two spaces at some places means the wide one there.
enum ThaiSpaces {
    /// Letters, without vowels above and below, that a sentence has at least before it may end at a space where no word says so, and the
    /// phrase after that space: lists have shorter ones. A sentence of print has some hundred.
    private static let leastBefore = 90
    private static let leastAfter = 24
    /// Letters of the phrase before such a space; a shorter one is half of a name.
    private static let leastPhrase = 14
    /// Bytes looked at before and after a space; a phrase that is longer is long enough.
    private static let reach = 400

    static func hasLetters(_ bytes: UTF8Bytes) -> Bool {
        bytes.indices.dropLast().contains { bytes[$0] == 0xE0 && bytes[$0 + 1] >= 0xB8 && bytes[$0 + 1] <= 0xBB }
    }

    /// Whether some spaces of a text are typed wider than the most.
    static func areOfTwoWidths(in bytes: UTF8Bytes) -> Bool {
        var (narrow, wide) = (0, 0)
        var at = 0
        while at < bytes.count {
            guard bytes[at] == 0x20 else {
                at += 1
                continue
            }
            let start = at
            while at < bytes.count, bytes[at] == 0x20 { at += 1 }
            guard at < bytes.count,
                isThai(bytes.scalar(at: at).value) || isThai(bytes.scalar(before: start)?.value ?? 0)
            else { continue }
            if at - start > 1 { wide += 1 } else { narrow += 1 }
        }
        return wide > 0 && narrow > wide
    }

    /// Whether the sentence that began at `start` ends at the space at `place`, the first of its spaces.
    ///
    /// - Parameter areOfTwoWidths: Whether some are typed wider, so that the others part phrases.
    static func ends(_ bytes: UTF8Bytes, at place: Int, start: Int, end: Int, areOfTwoWidths: Bool) -> Bool {
        guard let last = bytes.scalar(before: place), last.value != 0x20 else { return false }
        var next = place
        while next < end, let space = bytes.spaceLength(at: next) { next += space }
        guard next < end else { return false }
        let first = bytes.scalar(at: next).value
        let tail = bytes[max(start, place - reach)..<place]
        if leaders.contains(where: { tail.suffix($0.count).elementsEqual($0) }) { return false }
        if areOfTwoWidths, next - place > 1, isThai(first) || isThai(last.value) { return true }
        guard isThai(first) else { return false }
        let head = bytes[next..<min(end, next + reach)]
        if isThai(last.value), closers.contains(where: { tail.suffix($0.count).elementsEqual($0) }) { return true }
        if openers.contains(where: { head.starts(with: $0) }) { return true }
        if continuers.contains(where: { head.starts(with: $0) }) { return false }
        // Spaces stand around numbers and foreign words, behind a mark of repetition and one of abbreviation.
        guard isThai(last.value), last.value != 0xE46, last.value != 0xE2F, last.value != 0xEC6 else { return false }
        if areOfTwoWidths { return false }
        let phrase = tail[((tail.lastIndex(of: 0x20) ?? tail.startIndex - 1) + 1)...]
        return letters(phrase) >= leastPhrase && letters(tail) >= leastBefore && phraseLetters(head) >= leastAfter
    }

    /// A letter or a mark, but no number and no sign, of Thai or Lao.
    private static func isThai(_ value: UInt32) -> Bool {
        value >= 0xE01 && value <= 0xE4E && value != 0xE3F || value >= 0xE81 && value <= 0xECD
    }

    private static func letters(_ bytes: Slice<UTF8Bytes>) -> Int { count(bytes, untilSpace: false) }

    private static func phraseLetters(_ bytes: Slice<UTF8Bytes>) -> Int { count(bytes, untilSpace: true) }

    /// The letters of a stretch: bytes that begin one of Thai or Lao, but for the marks above and below.
    private static func count(_ bytes: Slice<UTF8Bytes>, untilSpace: Bool) -> Int {
        var count = 0
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if untilSpace, bytes[at] == 0x20 { break }
            guard bytes[at] == 0xE0, at + 2 < bytes.endIndex else {
                at += 1
                continue
            }
            let value = 0xE00 | UInt32(bytes[at + 1] & 0x07) << 6 | UInt32(bytes[at + 2] & 0x3F)
            if isThai(value), ScalarClass(value) != .mark { count += 1 }
            at += 3
        }
        return count
    }

    /// Polite particles and those that ask.
    private static let closers = words(
        "ครับ ค่ะ คะ จ้ะ จ๊ะ จ้า ไหม มั้ย หรือเปล่า หรือยัง เถอะ เถิด ล่ะ น่ะ ບໍ່ ເດີ")
    /// Conjunctions and adverbs with which a sentence begins.
    private static let openers = words(
        """
        อย่างไรก็ตาม อย่างไรก็ดี นอกจากนี้ นอกจากนั้น ดังนั้น เพราะฉะนั้น ฉะนั้น ต่อมา ทั้งนี้ จากนั้น หลังจากนั้น ในขณะเดียวกัน ในทางกลับกัน \
        ในทางตรงกันข้าม โดยทั่วไป ในที่สุด ปัจจุบัน ตัวอย่างเช่น กล่าวคือ ยิ่งไปกว่านั้น ในความเป็นจริง แต่ทว่า อนึ่ง
        """)
    /// Conjunctions and prepositions that go on with a sentence.
    private static let continuers = words(
        """
        และ หรือ ซึ่ง ที่ โดย เพื่อ เพราะ ว่า ได้แก่ เช่น กับ ของ จึง ก็ อัน แต่ ตลอดจน รวมถึง รวมทั้ง พร้อม คือ เป็น แล้ว \
        ถึง ด้วย แห่ง ต่อ จน ทำให้ เนื่องจาก ແລະ ຫຼື ທີ່ ໂດຍ ເພື່ອ ເພາະ ເຊິ່ງ
        """)
    /// What cannot be the last word of a sentence.
    private static let leaders = words("ว่า ที่ ซึ่ง และ หรือ ของ ใน จาก โดย เพื่อ คือ เช่น ได้แก่ กับ แต่ เป็น ແລະ ທີ່ ໃນ ຂອງ")

    private static func words(_ list: String) -> [[UInt8]] {
        list.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) }
    }
}
