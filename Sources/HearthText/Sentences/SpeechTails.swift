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
