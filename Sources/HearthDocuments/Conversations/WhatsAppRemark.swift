/// What WhatsApp writes where people's words stand: that media were left out, that a message was deleted or changed, and the names of files.
///
/// It writes them in the telephone's language. What is in none of these lists stays where it is, as words: to show a remark of the program is a small
/// fault, to drop a sentence of somebody's a large one.
enum WhatsAppRemark {
    // MARK: - Media that were left out

    /// "<Media omitted>" in many languages, "image omitted" behind the program's mark.
    ///
    /// - Parameter isMarked: Whether the mark of writing's direction that the program begins with stands before it.
    static func isPlaceholder(_ line: String, isMarked: Bool) -> Bool {
        guard line.utf8.count < 160 else { return false }
        let words = line.lowercased()
        if let open = words.first, "<‹".contains(open), let close = words.last, ">›".contains(close) {
            return (holds(words, omitted) || holds(words, without)) && holds(words, media)
        }
        if isMarked { return holds(words, omitted) }
        // Who copies a chat may lose the marks; two words are left.
        let pair = words.split(separator: " ", omittingEmptySubsequences: false)
        return pair.count == 2 && kinds.contains(String(pair[0])) && pair[1].allSatisfy(\.isLetter)
            && holds(String(pair[1]), omitted)
    }

    /// Whether one of some words begins like one of a list, or holds it, in writing without spaces or with the article before its word (from
    /// Hebrew on in Unicode's order).
    private static func holds(_ text: String, _ list: [String]) -> Bool {
        let words = text.split { !$0.isLetter }
        return list.contains { entry in
            if entry.contains(" ") || entry.unicodeScalars.allSatisfy({ $0.value >= 0x0590 }) {
                return text.contains(entry)
            }
            return words.contains { $0.hasPrefix(entry) }
        }
    }

    private static let omitted = [
        "omitted", "weggelassen", "ausgeschlossen", "absent", "omis", "omitid", "omess", "oculta", "oculto",
        "weggelaten", "пропущен", "省略", "생략", "제외", "pominięt", "utelämn", "udeladt", "utelatt",
        "dahil edilmedi", "jätetty pois", "تم استبعاد", "vynech", "kihagy", "הושמט", "tidak disertakan", "dikecualikan",
    ]

    /// "<Без медиафайлов>": a word that begins many others, so only in brackets of the program.
    private static let without = ["без"]

    private static let media = [
        "media", "medien", "média", "multimedia", "mídia", "medium", "медиа", "媒体", "媒體", "多媒體", "미디어", "メディア",
        "وسائط", "מדיה", "multimédia", "mediafil", "medya",
    ]

    private static let kinds: Set<String> = [
        "image", "video", "audio", "gif", "sticker", "document", "photo", "bild", "dokument", "imagen", "foto", "vídeo",
        "documento", "pegatina", "vidéo", "immagine", "adesivo", "imagem", "figurinha", "afbeelding", "изображение",
        "видео", "аудио", "документ", "стикер", "obraz", "wideo", "zdjęcie", "billede", "bilde",
    ]

    // MARK: - Deleted and changed messages

    /// "This message was deleted" and "You deleted this message", also by whom, in the languages of most telephones, and nothing behind it.
    static func isDeletion(_ line: String) -> Bool {
        guard line.utf8.count < 240 else { return false }
        let bare = line.unicodeScalars.filter { !ConversationWriter.isDirectionMark($0) }
        var words = String(String.UnicodeScalarView(bare)).lowercased()
        if let last = words.last, ".。".contains(last) { words.removeLast() }
        if deletions.contains(words) { return true }
        return deletions.contains { deletion in
            guard words.hasPrefix(deletion) else { return false }
            let rest = words.dropFirst(deletion.count)
            return admins.contains { rest.hasPrefix($0) }
        }
    }

    private static let deletions: Set<String> = [
        "this message was deleted", "you deleted this message", "diese nachricht wurde gelöscht",
        "du hast diese nachricht gelöscht", "ce message a été supprimé", "vous avez supprimé ce message",
        "se eliminó este mensaje", "eliminaste este mensaje", "este mensaje fue eliminado",
        "questo messaggio è stato eliminato", "hai eliminato questo messaggio", "mensagem apagada",
        "esta mensagem foi apagada", "você apagou esta mensagem", "você apagou essa mensagem",
        "dit bericht is verwijderd", "je hebt dit bericht verwijderd", "u hebt dit bericht verwijderd",
        "данное сообщение удалено", "вы удалили данное сообщение", "此消息已删除", "你已删除此消息", "您已删除此消息",
        "此訊息已刪除", "您已刪除此訊息", "このメッセージは削除されました", "삭제된 메시지입니다", "bu mesaj silindi", "bu mesajı sildiniz",
        "ta wiadomość została usunięta", "usunięto tę wiadomość", "تم حذف هذه الرسالة", "لقد حذفت هذه الرسالة",
        "mesej ini telah dipadam", "pesan ini dihapus", "pesan ini telah dihapus", "anda menghapus pesan ini",
        "anda telah menghapus pesan ini", "det här meddelandet togs bort", "denne besked blev slettet",
        "denne meldingen ble slettet", "tämä viesti poistettiin", "tato zpráva byla odstraněna",
        "ezt az üzenetet törölték", "ההודעה נמחקה",
    ]

    private static let admins = [
        " by admin", " vom admin", " von admin", " durch admin", " par l’admin", " par l'admin", " por el admin",
        " por admin", " pelo admin", " dall’admin", " dall'admin", " door beheerder", " door admin", " админ",
        " oleh admin",
    ]

    /// Drops "<This message was edited>" behind the words: a remark that speaks of a message and of a change.
    static func withoutEdited(_ text: String) -> String {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<"), open > text.startIndex else { return text }
        let remark = text[open...].lowercased()
        guard remark.utf8.count < 160, holds(remark, edited), holds(remark, message) else { return text }
        return String(text[..<open])
    }

    private static let edited = [
        "edited", "bearbeitet", "modifié", "editó", "editad", "modificat", "bewerkt", "изменен", "已编辑", "已編輯",
        "編集", "수정", "diedit", "düzenlen", "edytowan", "redigera", "redigert", "تعديل", "נערכה", "upraven", "szerkeszt",
    ]

    private static let message = [
        "message", "nachricht", "mensaje", "messaggio", "mensagem", "bericht", "сообщение", "消息", "訊息", "メッセージ",
        "메시지", "pesan", "mesej", "mesaj", "wiadomo", "meddelande", "besked", "melding", "رسال", "ההודעה", "zpráv",
        "üzenet",
    ]

    // MARK: - Files

    /// "<attached: 00000012-PHOTO.jpg>" of Apple's telephones, "offer.pdf • 3 pages <attached: 00000013-offer.pdf>" where it is a document,
    /// "IMG-20240305-WA0001.jpg (file attached)" of others, in any language; and the words before it.
    ///
    /// - Parameter isMarked: Whether the program's mark stands before the angle bracket.
    static func file(_ line: String, isMarked: Bool) -> (name: String, words: String)? {
        if line.hasSuffix(">"), let open = line.lastIndex(of: "<") {
            return file(line[..<open], line[line.index(after: open)...].dropLast(), isMarked)
        }
        guard line.hasSuffix(")"), let open = line.lastIndex(of: "("), open > line.startIndex else { return nil }
        let name = onOneLine(line[..<open])
        // A remark in brackets behind a name is one of the program's where it speaks of a file.
        let words = line[line.index(after: open)...].dropLast().lowercased()
        guard words.split(whereSeparator: { !$0.isLetter }).count <= 3, holds(words, attached), isFile(Substring(name))
        else { return nil }
        return (name, "")
    }

    private static func file(
        _ before: Substring, _ inside: Substring, _ isMarked: Bool
    ) -> (name: String, words: String)? {
        // "attached: name", also with the wide colon; an address has no space behind its own.
        guard let colon = inside.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        let rest = inside[inside.index(after: colon)...]
        let name = onOneLine(rest)
        guard inside[colon] == "：" || rest.first?.isWhitespace == true, isFile(Substring(name)),
            isMarked || holds(inside[..<colon].lowercased(), attached)
        else { return nil }
        // What the document is called, and how many pages it has.
        if let bullet = before.lastIndex(of: "•") {
            let document = onOneLine(before[..<bullet])
            let pages = onOneLine(before[before.index(after: bullet)...])
            if isFile(Substring(document)), pages.first?.isNumber == true, pages.utf8.count < 60 {
                return (document, "")
            }
        }
        return (name, onOneLine(before))
    }

    private static let attached = [
        "attached", "angehängt", "anhang", "joint", "pièce", "adjunto", "adjunta", "allegat", "anexad", "anexo",
        "bijgevoegd", "bijlage", "вложен", "прикреп", "附件", "附加", "添付", "첨부", "załącz", "bifog", "vedhæftet", "vedlagt",
        "eklendi", "ekli", "liitetty", "liite", "مرفق", "přilož", "csatol", "מצורף", "terlampir", "dilampirkan",
        "lampiran",
    ]

    /// Whether a text ends like the name of a file: with a dot and a short ending, which "3.15" has not.
    private static func isFile(_ name: Substring) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        let ending = name[name.index(after: dot)...]
        return (1...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && ending.contains { $0.isLetter }
    }
}
