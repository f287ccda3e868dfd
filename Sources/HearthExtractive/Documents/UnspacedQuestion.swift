import HearthCore
import HearthText

/// ``DocumentQuestion`` in languages that set no spaces between words, or join particles to them: Japanese, Chinese, Korean, Thai.
///
/// What is left of the question without the name must be made of the pieces below, and of a topic beside the word that marks it. The lists
/// are closed classes, kept here by hand; no script makes them.
enum UnspacedQuestion {
    /// Whether a question has words of such a language; a title in it may be of another.
    static func isUnspaced(_ question: String) -> Bool {
        let unspaced = question.unicodeScalars.count { scalar in
            switch ScalarClass(scalar.value) {
            case .han, .hiragana, .katakana, .hangul, .southEastAsian: true
            default: false
            }
        }
        return unspaced >= leastLetters
    }

    private static let leastLetters = 4

    static func mayAsk(_ question: String) -> Bool {
        let plain = plain(question)
        return keys.contains { plain.contains($0) }
    }

    static func asksOfOne(_ question: String) -> Bool {
        let rest = plain(question)
        guard let left = Rest(stripping: rest, also: demonstratives + libraries), left.rest.isEmpty else {
            return false
        }
        return left.asksWhole || left.asks && asksOfLibrary(question)
    }

    /// Whether it means all documents together.
    static func asksOfLibrary(_ question: String) -> Bool {
        let rest = plain(question)
        return libraries.contains { rest.contains($0) }
    }

    static func read(_ question: String, names: [[String]]) -> DocumentQuestion? {
        guard mayAsk(question) else { return nil }
        let asked = Asked(question)
        var best: (rank: Int, matter: DocumentQuestion.Matter, documents: [Int])?
        for (document, names) in names.enumerated() {
            for name in names {
                guard let (rank, matter) = read(asked, name: AskedName.parts(of: name).name) else { continue }
                if let known = best, known.rank > rank || known.rank == rank && known.matter != matter { continue }
                if let known = best, known.rank == rank {
                    if known.documents.last != document { best?.documents.append(document) }
                } else {
                    best = (rank, matter, [document])
                }
            }
        }
        return best.map { DocumentQuestion(matter: $0.matter, documents: $0.documents) }
    }

    /// A question, with what each name is held against.
    private struct Asked {
        let lower: String
        /// Without spaces and marks.
        let plain: String
        /// What stands in quotation marks, without an ellipsis, and what stands before and behind it.
        let quotes: [(text: String, hyphenated: String, before: String, behind: String)]

        init(_ question: String) {
            let lower = question.lowercased()
            let bytes = Array(lower.utf8)
            self.lower = lower
            plain = UnspacedQuestion.plain(lower)
            quotes = Quotes.ranges(in: lower).compactMap { quote in
                guard var quoted = lower.text(in: TextSpan(quote)) else { return nil }
                while let last = quoted.last, last == "…" || last == "." { quoted.removeLast() }
                guard quoted.count > 1 else { return nil }
                func text(_ bytes: ArraySlice<UInt8>) -> String {
                    UnspacedQuestion.plain(String(decoding: bytes, as: UTF8.self))
                }
                return (
                    quoted, quoted.replacing(" ", with: "-"), text(bytes[..<quote.lowerBound]),
                    text(bytes[quote.upperBound...])
                )
            }
        }
    }

    /// How surely a name is meant, in characters of it, and what is asked.
    private static func read(_ asked: Asked, name: String) -> (rank: Int, matter: DocumentQuestion.Matter)? {
        let name = name.lowercased()
        guard name.count > 1 else { return nil }
        for quote in asked.quotes where name.contains(quote.text) || name.contains(quote.hyphenated) {
            return matter(before: quote.before, behind: quote.behind).map { (mostOfName + quote.text.count, $0) }
        }
        if let range = asked.lower.firstRange(of: name) {
            return matter(
                before: plain(String(asked.lower[..<range.lowerBound])),
                behind: plain(String(asked.lower[range.upperBound...]))
            )
            .map { (2 * name.count, $0) }
        }
        return part(of: name, in: asked.plain)
    }

    private static let mostOfName = 1_000

    /// A name of which the question says a part, as what stands before the first piece of the frame: "停水通知" of "关于小区停水的通知".
    ///
    /// - Parameter all: The question without spaces and marks.
    private static func part(of name: String, in all: String) -> (rank: Int, matter: DocumentQuestion.Matter)? {
        let start =
            openings.first { all.hasPrefix($0) }.map { all.index(all.startIndex, offsetBy: $0.count) } ?? all.startIndex
        var end = start
        var left = name[...]
        // As long as the characters follow one another in the name.
        while end < all.endIndex, let place = left.firstIndex(of: all[end]) {
            left = left[left.index(after: place)...]
            end = all.index(after: end)
        }
        let said = all.distance(from: start, to: end)
        guard said >= leastOfName else { return nil }
        return matter(before: String(all[..<start]), behind: String(all[end...])).map { (said, $0) }
    }

    private static let leastOfName = 3

    /// What is asked, by what stands before the name and behind it.
    private static func matter(before: String, behind: String) -> DocumentQuestion.Matter? {
        var behind = behind
        if let particle = particles.first(where: { behind.hasPrefix($0) }) { behind.removeFirst(particle.count) }
        // "…について「…」には何と書いて": the topic stands first.
        if let marker = markersBehind.first(where: { before.hasSuffix($0) }) {
            let topic = String(before.dropLast(marker.count))
            guard let rest = Rest(stripping: behind), rest.rest.isEmpty, rest.asks, isTopic(topic) else { return nil }
            return .topic(topic)
        }
        guard let front = Rest(stripping: before), front.rest.isEmpty else { return nil }
        if let whole = Rest(stripping: behind), whole.rest.isEmpty {
            return whole.asksWhole || front.asksWhole || whole.asks ? .whole : nil
        }
        for marker in markersBehind {
            guard let place = behind.firstRange(of: marker) else { continue }
            let topic = String(behind[..<place.lowerBound])
            guard isTopic(topic), let rest = Rest(stripping: String(behind[place.upperBound...])), rest.rest.isEmpty,
                rest.asks
            else { continue }
            return .topic(topic)
        }
        for marker in markersBefore where behind.hasPrefix(marker) {
            let after = behind.dropFirst(marker.count)
            // The topic ends where a piece of the frame begins that the rest is made of.
            for length in 1..<max(2, min(after.count, mostOfTopic)) {
                guard let rest = Rest(stripping: String(after.dropFirst(length))), rest.rest.isEmpty, rest.asks else {
                    continue
                }
                let topic = String(after.prefix(length))
                return isTopic(topic) ? .topic(topic) : nil
            }
        }
        return nil
    }

    private static let mostOfTopic = 40

    private static func isTopic(_ text: String) -> Bool {
        !text.isEmpty && text.count <= mostOfTopic && Rest(stripping: text).map { !$0.rest.isEmpty } ?? true
            && !asking.contains { text.contains($0) }
    }

    /// What is left of a text when pieces of the frame are taken from its beginning.
    private struct Rest {
        var rest: String
        var asks = false
        var asksWhole = false

        init?(stripping text: String, also more: [String] = []) {
            var rest = text[...]
            while !rest.isEmpty {
                let piece = (pieces + more).filter { rest.hasPrefix($0) }.max { $0.count < $1.count }
                guard let piece else { break }
                asks = asks || keys.contains(piece)
                asksWhole = asksWhole || wholes.contains(piece)
                rest = rest.dropFirst(piece.count)
            }
            self.rest = String(rest)
        }
    }

    /// Without spaces, marks and quotation marks.
    private static func plain(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber || $0.isMark }
    }

    private static func list(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    // MARK: - Pieces

    private static let particles = list(
        "についての の中では の中には の中で には では は が に で の を と 里面 里 裡面 裡 中 上 에서는 에는 에서 은 는 이 가 에 을 를 의 ใน")
    private static let markersBehind = list(
        "に関しては に関して に関する については について 에 대해서 에대해서 에대해 에대한 에관해서 에관해 에관한")
    private static let markersBefore = list("关于 關於 有关 有關 对于 對於 对 對 就 เกี่ยวกับ เรื่อง")
    private static let asking = list("什么 什麼 何 なに 무엇 뭐 อะไร 谁 誰 多少 いくら 누구 얼마")
    private static let openings = list("请总结一下 请总结 请概括 总结一下 总结 概括一下 概括 請總結 總結 概述 สรุป")
    private static let demonstratives = list(
        "この文書 この書類 このファイル この文章 これ 这份文件 这个文件 这篇文章 这份文档 這份文件 這個文件 이문서 이파일 이것 เอกสารนี้ ไฟล์นี้ は が の を 은 는 의 를 을")

    /// All documents together, and whose they are.
    private static let libraries = list(
        "ライブラリ ライブラリー すべての文書 すべてのファイル 全ての文書 全部の文書 私の文書 私の書類 资料库 資料庫 文库 文庫 所有文件 所有文档 全部文件 全部文档 我的文件 我的文档 我的资料 我的文檔 我的資料 라이브러리 모든문서 모든파일 내문서 내파일 "
            + "คลังเอกสาร เอกสารทั้งหมด ไฟล์ทั้งหมด เอกสารของฉัน ไฟล์ของฉัน")

    /// Ask for the whole.
    private static let wholes: Set<String> = Set(
        list(
            """
            要約 要約して まとめ まとめて 概要 要旨 あらすじ 何についてですか 何についての 何について 何に関する 何の話 どんな内容 どういう内容 内容 内容は \
            总结 概括 概述 摘要 大意 主要内容 主要內容 内容 內容 讲的是什么 講的是什麼 讲了什么 講了什麼 讲什么 主要讲什么 主要讲了什么 内容是什么 主要内容是什么 內容是什麼 主要內容是什麼 是关于什么的 是關於什麼的 关于什么 關於什麼 说的是什么 \
            總結 요약 요약해 요약해줘 요약해주세요 내용 무엇에관한 무엇에대한 무슨내용 สรุป เกี่ยวกับอะไร เนื้อหา ใจความสำคัญ
            """))

    /// Ask what it says.
    private static let says = list(
        """
        何と書いてありますか 何が書いてありますか 何と書いてある 何が書いてある 何と書かれていますか 何が書かれていますか 何と言っていますか 何と述べていますか \
        どう書いてありますか 書いてありますか 書かれていますか \
        是怎么写的 怎么写的 怎么写 怎么说的 怎么说 说了什么 说了些什么 说什么 写了什么 写了些什么 写的是什么 有什么内容 有什么规定 是怎麼寫的 怎麼寫的 怎麼說 說了什麼 寫了什麼 \
        뭐라고써있나요 뭐라고쓰여있나요 뭐라고하나요 뭐라고말하나요 뭐라고되어있나요 무엇이쓰여있나요 무엇이적혀있나요 어떻게써있나요 ว่าอย่างไร บอกว่าอย่างไร พูดว่าอย่างไร
        """)
    private static let keys: Set<String> = wholes.union(says)

    private static let small = list(
        """
        は が の を に です ですか 何ですか 何でしょうか でしょうか ますか か して ください 下さい お願いします 教えて 教えてください 短く 簡単に もの 書類 文書 文章 ファイル 手紙 でき できますか \
        请 請 帮我 一下 的 是 吗 呢 简单 简要 给我 这份 这个 文件 文档 信 你能 能 请问 把 \
        은 는 이 가 을 를 의 해줘 해주세요 해 주세요 인가요 것인가요 것 이에요 예요 무엇인가요 뭐예요 알려줘 알려주세요 좀 간단히 문서 파일 편지 합니까 입니까 \
        ช่วย หน่อย ให้ ที ครับ ค่ะ คะ ของ นี้ ไฟล์ เอกสาร จดหมาย
        """)
    private static let pieces: [String] = Array(keys) + small
}

extension Character {
    fileprivate var isMark: Bool { unicodeScalars.allSatisfy { ScalarClass($0.value) == .mark } }
}
