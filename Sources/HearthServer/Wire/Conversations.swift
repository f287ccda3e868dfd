import Foundation
package import Hearth
import HearthHTTP

// Conversations and their messages.

extension Wire {
    static let suggest = Operation<Nothing, Nothing, Suggestions>(
        .get, "/api/suggestions", "suggest", in: .chat, "Questions to begin with, made of what is in the library")

    static let listConversations = Operation<ConversationQuery, Nothing, ConversationList>(
        .get, "/api/conversations", "listConversations", in: .chat,
        "Conversations, those that are pinned first and of both the one used last",
        work: .long)

    static let createConversation = Operation<Nothing, NewConversation, Conversation>(
        .post, "/api/conversations", "createConversation", in: .chat, "Start a conversation",
        status: .created,
        bodyLimit: 1 << 20)

    static let getConversation = Operation<MessageQuery, Nothing, ConversationDetail>(
        .get, "/api/conversations/:id", "getConversation", in: .chat, "One conversation with messages")

    static let changeConversation = Operation<Nothing, NewConversation, Conversation>(
        .patch, "/api/conversations/:id", "changeConversation", in: .chat,
        "Rename it, pin it, move it to a folder, or change its system prompt",
        bodyLimit: 1 << 20,
        hasVersions: true)

    static let branchConversation = Operation<Nothing, NewBranch, Conversation>(
        .post, "/api/conversations/:id/branch", "branchConversation", in: .chat,
        "Begin another conversation with the messages of this one",
        status: .created,
        work: .long,
        bodyLimit: 4096)

    static let removeConversation = Operation<Nothing, Nothing, RemovedConversation>(
        .delete, "/api/conversations/:id", "removeConversation", in: .chat, "Remove it with what models keep of it")

    static let exportConversation = Operation<ConversationExportQuery, Nothing, Raw>(
        .get, "/api/conversations/:id/export", "exportConversation", in: .chat, "Download it",
        about: "With `Content-Disposition: attachment`. JSON is sent as `application/json`, Markdown as "
            + "`text/markdown`, a page for people, which loads nothing, as `text/html`.",
        work: .long,
        gives: [
            .init(
                .ok, "Done.",
                [("text/markdown", Raw.self), ("application/json", JSONObject.self), ("text/html", Raw.self)])
        ])

    static let sendMessage = Operation<Nothing, NewMessage, Raw>(
        .post, "/api/conversations/:id/messages", "sendMessage", in: .chat,
        "Ask; the answer comes as server-sent events",
        about: "Events in order: `question` (a `Message`, as stored; with `replaceFrom` it is stored "
            + "together with its answer, and comes right before `final`), `found` "
            + "(`{\"passages\":[Passage]}`, about documents only), `route` (a `Route`, as soon as it is "
            + "known; another one where another engine stands in), any number of `reasoning` and `text` "
            + "(`{\"text\":\"…\"}`), and last either `final` (`Answered`) or `error` (`Error`). `POST "
            + "…/stop` ends the stream with `final`, too: with the message as far as it came, state "
            + "`stopped`; or, where there is none yet, with `message` null and the `question` where it "
            + "was stored. Dropping the connection stops the answer within one token; what came so far "
            + "is stored with the state `stopped`. A comment line every 15 seconds keeps the stream "
            + "open. What is refused before the first event has a status of its own and no stream: 403 "
            + "`refused-by-policy`, 503 `no-engine`, 409 `busy` when this conversation is already being "
            + "answered.",
        work: .long,
        bodyLimit: 4 << 20,
        gives: [.init(.ok, "Done.", [("text/event-stream", Raw.self)])],
        events: [Message.self, Answered.self, Route.self],
        fails: [.conflict, .modelNotReady])

    static let stopAnswer = Operation<Nothing, Nothing, Message>(
        .post, "/api/conversations/:id/stop", "stopAnswer", in: .chat, "Stop the answer that is being written",
        about: "Answers with the stored part, or with the question when nothing was written yet. 409 "
            + "`not-running` when nothing is being written.",
        bodyLimit: 4096,
        fails: [.conflict])
}

extension Wire {
    struct Conversation: WireType {
        var conversationID: String
        var title: String?
        var systemPrompt: String?
        var messages: Int
        var createdAt: Date
        var updatedAt: Date
        var isPinned: Bool
        var folder: String?
        var etag: String

        static let fields: [String: WireField] = [
            "messages": "How many there are.",
            "isPinned": .init("It stands before the others.", .unpromised),
            "folder": "The name of the folder that it is in.",
            "etag": .init(
                "Names this version of title and system prompt, for `If-Match`; messages do not change "
                    + "it.", .unpromised),
        ]
    }

    struct ConversationList: WireType {
        var conversations: [Conversation]
        var total: Int
        var folders: [ConversationFolder]

        static let fields: [String: WireField] = [
            "conversations": "Those that are pinned first, and of both the one used last.",
            "folders": .init("All folders that conversations are in, whatever was asked for.", .unpromised),
        ]
    }

    struct ConversationFolder: WireType {
        var name: String
        var conversations: Int

        static let fields: [String: WireField] = ["conversations": "How many there are in it."]
    }

    struct NewBranch: WireRequest {
        var upTo: Int?

        static let fields: [String: WireField] = [
            "upTo": "The id of the last message that both have; all, where there is none."
        ]
    }

    struct ConversationDetail: WireType {
        var conversation: Conversation
        var messages: [Message]
        var hasEarlier: Bool
        var isBeingAnswered: Bool

        static let fields: [String: WireField] = [
            "messages": "The newest `limit` before `before`, oldest first.",
            "isBeingAnswered": .init(
                "Whether an answer is being written now, for whoever asked. A question whose state is "
                    + "`unanswered` is then only not answered yet."),
        ]
    }

    struct RemovedConversation: WireType {
        var conversationID: String
        var messages: Int
    }

    struct NewConversation: WireRequest {
        var title: WireChange<String>
        var systemPrompt: WireChange<String>
        var label: SensitivityLabel?
        var isPinned: Bool?
        var folder: WireChange<String>

        static let fields: [String: WireField] = [
            "title": .init("Null for none.", length: 1...500),
            "systemPrompt": .init(length: 0...20_000),
            "isPinned": "Whether it stands before the others.",
            "folder": .init(
                "The name of a folder, which need not be there; null takes it out of its folder.", length: 1...80),
            "label": .init(
                "How private the system prompt is. Where nothing is said, a new one is personal, and one "
                    + "that is changed stays what it was."),
        ]
    }

    struct Message: WireType {
        var id: Int
        var role: String
        var content: String
        var reasoning: String?
        var createdAt: Date
        var state: String
        var label: SensitivityLabel
        var engine: Engine?
        var model: String?
        var onDevice: Bool?
        var route: Route?
        var citations: [CitationJSON]?
        var unsupported: [TextSpan]?
        var abstained: Bool?
        var abstention: String?
        var nearest: [CitationJSON]?
        var usage: TokenUsage?
        var timings: Timings?
        var finishReason: String?
        var wasFallback: Bool?
        var fallbackReason: String?
        var dropped: Dropped?
        var notes: [String]?
        var names: [NamedText.Name]?

        static let about: String? = "A stored message."
        static let fields: [String: WireField] = [
            "id": "Never given to another message, also when this one was removed.",
            "role": .init(oneOf: ["system", "user", "assistant", "tool"]),
            "content": "Markdown. Marks such as [1] name citations.",
            "names": NamedText.Name.field,
            "reasoning": .presence(.leftOutOrNull),
            "state": .init(oneOf: ["complete", "unanswered", "stopped"]),
            "engine": .presence(.leftOutOrNull),
            "model": .presence(.leftOutOrNull),
            "onDevice": .presence(.leftOutOrNull),
            "route": .init(
                "Null for messages that no engine wrote, and for those of before this was kept.", .leftOutOrNull),
            "citations": .presence(.leftOut),
            "unsupported": .init("Bytes of `content` that no source supports.", .leftOut),
            "abstained": .init("The documents do not say.", .leftOut),
            "abstention": .init(
                "Why nothing is said, where `abstained`: there is nothing to answer from, or it does not "
                    + "say.", .leftOutOrNull, oneOf: ["no-documents", "not-said"]),
            "nearest": .init("What the documents say that is nearest to what was asked, where `abstained`.", .leftOut),
            "usage": .presence(.leftOutOrNull),
            "timings": .presence(.leftOutOrNull),
            "finishReason": .init(nil, .leftOutOrNull, oneOf: ["stop", "length", "toolCalls", "contentFilter"]),
            "wasFallback": .presence(.leftOut),
            "fallbackReason": .presence(.leftOutOrNull),
            "dropped": .presence(.leftOutOrNull),
            "notes": .presence(.leftOut),
        ]
    }

    struct NewMessage: WireRequest {
        var text: String
        var about: String?
        var scope: [String]?
        var replaceFrom: Int?
        var engine: Engine?
        var mode: RoutingMode?
        var requireOffline: Bool?
        var label: SensitivityLabel?

        static let fields: [String: WireField] = [
            "text": .init(length: 1...200_000),
            "about": .init(
                "`documents` answers from the store with citations; `none` talks to a model alone. "
                    + "Default: documents.", oneOf: ["documents", "none"]),
            "scope": .init(
                "Ids of the documents to look at, and of collections behind `collection:`; empty or missing means all.",
                count: 0...1000),
            "replaceFrom": .init(
                "Regenerate, or edit and resend: once the new answer is there, it takes the place of this "
                    + "question and of everything after it, in one step. A stop or a failure before that leaves "
                    + "them as they were.", .leftOutOrNull),
        ]
    }

    struct Answered: WireType {
        var message: Message?
        var question: Message?

        static let about: String? = "The last event of an answer."
        static let fields: [String: WireField] = [
            "message": .init("Null when the answer was stopped before its first word.", .promised),
            "question": .init(
                "Only where `message` is null: the question as it is stored; null where it was not "
                    + "stored, or was asked again and the turn before stays.", .leftOutOrNull),
        ]
    }

    /// As ``Answered``, of an answer that was stopped before its first word: the question is there, also as null.
    struct Stopped: WireType {
        var message: Message?
        var question: Message?
    }

    /// The event `found`.
    struct Found: WireType {
        var passages: [Passage]
    }

    /// The events `reasoning` and `text`.
    struct Piece: WireType {
        var text: String
    }

    struct Dropped: WireType {
        var passages: [Passage]
        var messages: Int
        var tokens: Int

        static let about: String? = "What did not fit the engine's window."
        static let fields: [String: WireField] = [
            "passages": "Found, but left out. Their `text` may be shortened to 500 characters.",
            "messages": "Earlier messages.",
            "tokens": .init("What these messages would take.", .unpromised),
        ]
    }

    struct Suggestions: WireType {
        var questions: [Question]
        var documents: Int

        static let fields: [String: WireField] = [
            "questions": .init("None for an empty library.", count: 0...3),
            "documents": "How many documents there are, without the entries of the journal.",
        ]

        struct Question: WireType {
            var text: String
            var documentID: String

            static let name: String? = nil
        }
    }

    struct ConversationQuery: WireRequest {
        var query: String?
        var folder: String?
        var limit: Int
        var offset: Int

        static let fields: [String: WireField] = [
            "query": .init("In titles and messages, in any case.", length: 0...500),
            "folder": .init("Only those in the folder of this name.", length: 1...80),
            "limit": .init(range: 1...500, otherwise: 50),
            "offset": .init(otherwise: 0),
        ]
    }

    struct MessageQuery: WireRequest {
        var limit: Int
        var before: Int?

        static let fields: [String: WireField] = [
            "limit": .init(range: 1...1000, otherwise: 200),
            "before": "Only messages with a smaller id.",
        ]
    }

    struct ConversationExportQuery: WireRequest {
        var format: String?

        static let fields: [String: WireField] = [
            "format": .init(oneOf: ["markdown", "json", "html"])
        ]
    }
}

// MARK: - Values that the command prints too

extension CitationJSON: WireType {
    package static let name: String? = "Citation"
    package static let about: String? = "A place that an answer stands on, as `hearth ask --json` prints it."
    package static let fields: [String: WireField] = [
        "index": .init("The number by which the answer's text refers to it, from 1.", range: 1...Double.infinity),
        "start": "UTF-8 bytes of the document's text; for a question about one transcript, see `cues`.",
        "quote": "Exactly these bytes.",
        "names": NamedText.Name.field,
        "marks": MarkJSON.field,
        "verified": .init(
            "The program checked that the quote stands in the source and supports the sentence that "
                + "cites it."),
        "startTime": "Seconds.",
        "answerStart": "The words of the quote that answer, as bytes like `start`; null where they are not known.",
        "sharedBy": .init("The name of who shares its document; left out for what is one's own.", .leftOut),
    ]
}

extension ReceiptJSON: WireType {
    package static let name: String? = "Receipt"
    package static let about: String? =
        "The proof that deleted text is gone, as `hearth documents remove --json` prints it."
    package static let fields: [String: WireField] = [
        "pagesScanned": "Pages that were decrypted and searched.",
        "samplesSearched": "Pieces of the removed text that were searched for.",
        "remnants": "Pieces still found; 0 unless conversations quote them, or something is wrong.",
        "conversations": "Ids of those that still quote it, as far as they may be read.",
        "reason": .init("Why it is not proven; left out where it is.", .leftOut),
        "message": .init("The reason in words, with what would help.", .leftOut),
    ]
}

extension ReceiptJSON.Doubt: WireChoice {
    package static let name: String? = nil
    package static let about: String? =
        "`quoted` in conversations, `found` where nothing that may be read here holds it, or `older-pages` that another program still "
        + "reads."
}

extension TextSpan: WireType {
    package static let name: String? = "Span"
    package static let about: String? = "UTF-8 bytes, end exclusive."
}

extension TokenUsage: WireType {
    package static let name: String? = "Usage"
    package static let fields: [String: WireField] = [
        "cachedTokens": .presence(.unpromised)
    ]
}

extension Timings: WireType {
    package static let name: String? = nil
    package static let fields: [String: WireField] = [
        "prompt": .init("Seconds.", .unpromised),
        "generation": .init("Seconds.", .unpromised),
    ]
}
