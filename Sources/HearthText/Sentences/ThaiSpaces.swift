/// Tells which spaces of Thai and Lao end sentences.
///
/// Both write words without spaces and set one where a reader takes breath: between sentences, clauses, the items of a list, and
/// around numbers and foreign words (Royal Institute of Thailand, "หลักเกณฑ์การเว้นวรรค"). What a space is, its neighbours tell, as in
/// Mittrapiyanuruk and Sornlertlamvanich, "The Automatic Thai Sentence Extraction" (SNLP 2000), there by a tagger, here by words of closed
/// classes: polite and asking particles end a sentence, some conjunctions begin one, others go on with it. Where none of them
/// stands, a space ends a sentence that is long enough to be one, before another; one that is much longer than sentences are ends also
/// before a conjunction. Who writes as he speaks has short sentences: before a word that names who acts, and is no object after a space, a
/// few words are enough. Print sets two widths, a wide space between sentences and a narrow one between phrases; a writer who types two
/// spaces at some places means the wide one there. A line end is a space where the line was wrapped, or stands inside of a word.
enum ThaiSpaces {
    /// Letters, without vowels above and below, that a sentence has at least before it may end at a space where no word says so, and the
    /// phrase after that space: lists have shorter ones. A sentence of print has some hundred.
    private static let leastBefore = 90
    private static let leastAfter = 24
    /// Letters of the phrase before such a space; a shorter one is half of a name.
    private static let leastPhrase = 14
    /// The same where the next word opens a sentence as a rule: of the sentence, of its last phrase, and of the one after the space.
    private static let leastOpened = (before: 16, phrase: 7, after: 6)
    /// And where it is "but", which parts clauses as well.
    private static let leastBeforeBut = 40
    /// From so many letters on a sentence ends before any clause.
    private static let most = 240
    /// Behind so many bytes, some 800 letters, any space between two words ends it: nobody reads a longer sentence, or quotes it.
    private static let mostBytes = 3_000
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

    /// What is asked about a space.
    struct Question {
        /// Some spaces are typed wider, so that the others part phrases.
        var areOfTwoWidths = false
        /// Only what a polite particle shows is told.
        var certainOnly = false
    }

    /// Whether the sentence that began at `start` ends at the white space at `place`, the first byte of it.
    static func ends(_ bytes: UTF8Bytes, at place: Int, start: Int, end: Int, _ question: Question) -> Bool {
        guard let last = bytes.scalar(before: place), ScalarClass(last.value) != .space else { return false }
        var next = place
        var isLineEnd = false
        while next < end, let space = bytes.spaceLength(at: next) {
            isLineEnd = isLineEnd || bytes[next] == 0x0A || bytes[next] == 0x0D
            next += space
        }
        guard next < end else { return false }
        let first = bytes.scalar(at: next).value
        let tail = bytes[max(start, place - reach)..<place]
        if ends(tail, in: leaders) { return false }
        let isWide = next - place > 1 && !isLineEnd && question.areOfTwoWidths && !question.certainOnly
        if isWide, isThai(first) || isThai(last.value) { return true }
        guard isThai(first) else { return false }
        if isThai(last.value), ends(tail, in: polite) { return true }
        if question.certainOnly { return false }
        if isThai(last.value), ends(tail, in: closers), !ends(tail, in: likeClosers) { return true }
        let head = bytes[next..<min(end, next + reach)]
        if begins(head, in: openers) { return true }
        let border = tail.lastIndex { $0 == 0x20 || $0 == 0x0A }
        let phrase = tail[(border.map { $0 + 1 } ?? tail.startIndex)...]
        // "120 บาท": what stands behind a number goes with it.
        let isCounted = border.flatMap { bytes.scalar(before: $0) }.map { ScalarClass($0.value) == .digit } ?? false
        // "เมื่อฝนตก เขา…": a clause of time or of a condition goes on with what it is the time or the condition of.
        let isOpen = begins(phrase, in: subordinates) || begins(phrase, in: openers)
        guard !question.areOfTwoWidths else { return false }
        if !isOpen, opens(head, after: tail, phrase: phrase, isMark: isCounted || !isThai(last.value)) {
            return true
        }
        if place - start > mostBytes, isThai(last.value) { return true }
        // Where no word says so, a line end may stand inside of a word.
        if isLineEnd { return false }
        // Spaces stand around numbers and foreign words, behind a mark of repetition and one of abbreviation.
        guard isThai(last.value), last.value != 0xE46, last.value != 0xE2F, last.value != 0xEC6 else { return false }
        guard letters(phrase) >= leastPhrase, phraseLetters(head) >= leastAfter else { return false }
        // More of the sentence than is looked at is too long in any case.
        let isTooLong = place - start > reach || letters(tail) >= most / 2
        if begins(head, in: continuers) {
            return isTooLong && begins(head, in: clauses)
                && letters(bytes[max(start, place - most * 4)..<place]) >= most
        }
        return !isOpen && letters(tail) >= leastBefore
    }

    /// Whether a phrase begins as sentences do, after enough of another one.
    ///
    /// - Parameter isMark: Whether the phrase is a number, with or without its unit, or a foreign word, which are short.
    private static func opens(
        _ head: Slice<UTF8Bytes>, after tail: Slice<UTF8Bytes>, phrase: Slice<UTF8Bytes>, isMark: Bool
    ) -> Bool {
        if begins(head, in: contrasts) {
            return letters(tail) >= leastBeforeBut && phraseLetters(head) >= leastOpened.after
        }
        guard begins(head, in: subjects), !begins(head, in: likeSubjects) else { return false }
        return letters(tail) >= leastOpened.before && phraseLetters(head) >= leastOpened.after
            && (isMark || letters(phrase) >= leastOpened.phrase)
    }

    private static func ends(_ bytes: Slice<UTF8Bytes>, in words: [[UInt8]]) -> Bool {
        words.contains { bytes.suffix($0.count).elementsEqual($0) }
    }

    private static func begins(_ bytes: Slice<UTF8Bytes>, in words: [[UInt8]]) -> Bool {
        words.contains { bytes.starts(with: $0) }
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

    /// Polite particles, with which nothing but a sentence ends.
    private static let polite = words("ครับ ค่ะ คะ จ้ะ จ๊ะ จ้า นะครับ นะคะ")
    /// Particles that ask, urge and soften, and what ends like them: silk, a victory, a condition.
    private static let closers = words("ไหม มั้ย หรือเปล่า หรือยัง เถอะ เถิด ล่ะ น่ะ หรอก แหละ นะ ບໍ່ ເດີ")
    private static let likeClosers = words("ผ้าไหม เส้นไหม ชนะ านะ")
    /// Who acts, or when: as an object none of them stands after a space.
    private static let subjects = words(
        """
        ฉัน ดิฉัน ผม เขา เธอ เรา พวกเขา พวกเรา พวกมัน ท่าน คุณ ข้าพเจ้า มัน วันนี้ พรุ่งนี้ เมื่อวาน เมื่อคืน ตอนนี้ ขณะนี้ ขณะเดียวกัน หาก ถ้า         ส่วน สำหรับ กรุณา โปรด ห้าม แม่ พ่อ พี่ น้อง เพื่อน ครู ຂ້ອຍ ລາວ ພວກເຮົາ ມື້ນີ້
        """)
    /// What begins like them: quality, potatoes, mountains, a share of something, the great part.
    private static let likeSubjects = words(
        """
        คุณภาพ คุณสมบัติ คุณค่า คุณธรรม คุณประโยชน์ มันฝรั่ง มันเทศ เขาใหญ่ เขาวัว ผมสี แม่น้ำ แม่เหล็ก พ่อค้า พี่น้อง ส่วนใหญ่ ส่วนประกอบ \
        ส่วนผสม ส่วนลด
        """)
    /// "But".
    private static let contrasts = words("แต่ว่า แต่ ແຕ່")
    private static let subordinates = words(
        "เมื่อ หาก ถ้า แม้ เพราะ เนื่องจาก หลังจาก ก่อน พอ ขณะที่ ในขณะที่ นอกจาก สำหรับ ตั้งแต่ ระหว่าง ตาม ใน ທີ່ ເມື່ອ ຖ້າ")
    /// Of what goes on with a sentence, what may begin a clause of its own.
    private static let clauses = words("และ หรือ โดย เพื่อ เพราะ จึง แต่ ทำให้ เนื่องจาก รวมทั้ง ແລະ ໂດຍ ເພາະ")
    /// Conjunctions and adverbs with which a sentence begins.
    private static let openers = words(
        """
        อย่างไรก็ตาม อย่างไรก็ดี นอกจากนี้ นอกจากนั้น ดังนั้น เพราะฉะนั้น เพราะเหตุนี้ ด้วยเหตุนี้ ฉะนั้น ต่อมา ทั้งนี้ จากนั้น หลังจากนั้น ในขณะเดียวกัน ในทางกลับกัน \
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
