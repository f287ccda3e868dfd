import Foundation
import HearthAnalysis
import HearthCore

/// A conversation as one HTML file that opens anywhere, without Hearth and without a network: what was said, who said it, and the
/// quotes that an answer rests on.
///
/// It looks like the file that the page saves (`shared.html`), which is made there in the language of whoever reads it and by the
/// page's own reader of Markdown. Like that one it forbids itself every request, and all that was said in it is escaped. Instructions,
/// reasoning and what tools gave are not in it: it is for people who were not there.
enum ConversationPage {
    static func beginning(_ conversation: Conversation) -> String {
        let title = HTMLText.escape(conversation.title ?? "Conversation")
        return """
            <!doctype html>
            <html lang="en" dir="ltr">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            \(style)
            </style>
            </head>
            <body><header><h1 dir="auto">\(title)</h1><p class="who">\(day(conversation.createdAt))</p></header>
            <main>

            """
    }

    /// Nothing for what neither a person nor an engine said.
    static func message(_ message: ConversationMessage) -> String {
        switch message.message.role {
        case .user: "<article class=\"user\" dir=\"auto\">\(HTMLText.escape(message.message.content))</article>\n"
        case .assistant: answer(message)
        case .system, .tool: ""
        }
    }

    static func end(_ conversation: Conversation) -> String {
        "</main>\n<footer>Saved from Hearth. Last changed on \(day(conversation.updatedAt)).</footer></body>\n</html>\n"
    }

    private static func answer(_ message: ConversationMessage) -> String {
        let metadata = message.metadata
        let who = [metadata?.engine?.rawValue, metadata?.model].compactMap { $0 }.joined(separator: " · ")
        let state = message.state == .complete ? "" : " (\(message.state.rawValue))"
        let name =
            who.isEmpty && state.isEmpty ? "" : "<p class=\"who\" dir=\"auto\">\(HTMLText.escape(who + state))</p>"
        let quotes = (metadata?.citations ?? []).map(quote).joined()
        return "<article>\(name)\(MarkdownPage.html(message.message.content))"
            + (quotes.isEmpty ? "" : "<ol class=\"quotes\">\(quotes)</ol>") + "</article>\n"
    }

    private static func quote(_ citation: Citation) -> String {
        let place =
            if let start = citation.startTime, start.isFinite, start >= 0 {
                " · " + clock(start)
            } else {
                citation.page.map { " · page \($0)" } ?? ""
            }
        let mark = citation.verified ? "" : " (not verified)"
        return
            "<li value=\"\(citation.index)\" dir=\"auto\"><strong>\(HTMLText.escape(title(of: citation)))"
            + "</strong>\(place)\(mark)<blockquote dir=\"auto\">\(HTMLText.escape(citation.quote))</blockquote></li>"
    }

    /// Its name without the folders that it lies in: where somebody keeps their files is nobody's business.
    private static func title(of citation: Citation) -> String {
        if let title = citation.title, !title.isEmpty { return title }
        return citation.path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? "Untitled"
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }

    /// Hours, minutes and seconds of a recording; a time that no recording has is cut off.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9))
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(whole % 60)
    }

    /// That of `shared.html`, line by line.
    private static let style = """
        :root { color-scheme: light dark; }
        body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 44rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
        header { margin-bottom: 2rem; border-bottom: 1px solid #8886; }
        h1 { font-size: 1.5rem; line-height: 1.3; }
        article { margin-block: 1.25rem; break-inside: avoid-page; }
        .user { padding: 0.6rem 1rem; border-radius: 1rem; background: #8882; white-space: pre-wrap; }
        .who, footer { color: color-mix(in srgb, currentColor 65%, transparent); font-size: 0.875rem; }
        ol.quotes { padding-inline-start: 1.5rem; font-size: 0.9375rem; }
        blockquote { margin: 0.2rem 0 0.6rem; padding-inline-start: 0.8rem; border-inline-start: 3px solid #8886; white-space: pre-wrap; }
        pre, table { display: block; overflow-x: auto; }
        pre { padding: 0.75rem; border-radius: 0.5rem; background: #8882; }
        td, th { padding: 0.2rem 0.6rem; border: 1px solid #8886; text-align: start; }
        """
}
