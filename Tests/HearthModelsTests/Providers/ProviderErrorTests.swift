import HearthCore
import Testing

@testable import HearthModels

@Suite struct ProviderErrorTests {
    static func error(_ status: Int, _ body: String, retryAfter: Double? = nil) -> ProviderError {
        ProviderError.response(
            status: status, fault: ProviderFault(body: Array(body.utf8)), retryAfter: retryAfter, engine: .openai,
            model: "gpt-4o", host: "api.openai.com", successor: nil, text: ErrorText(key: nil))
    }

    /// Bodies in the forms that servers send.
    @Test(arguments: [
        (400, #"{"error":{"message":"bad","type":"invalid_request_error"}}"#, "bad-request"),
        (
            400,
            #"{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}"#,
            "context-too-long"
        ),
        (
            400, #"{"object":"error","message":"This model's maximum context length is 4096 tokens.","code":400}"#,
            "context-too-long"
        ),
        (
            400, #"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 2 > 1"}}"#,
            "context-too-long"
        ),
        (400, #"{"error":{"code":400,"type":"exceed_context_size_error","message":"m"}}"#, "context-too-long"),
        (401, "", "invalid-key"), (403, "<html>", "forbidden"), (404, "", "wrong-address"),
        (404, #"{"error":"model 'x' not found"}"#, "unknown-model"), (404, #"{"detail":"Not Found"}"#, "unknown-model"),
        (408, "", "provider-timeout"), (413, "", "request-too-large"), (422, "{}", "bad-request"),
        (429, "", "rate-limited"), (429, #"{"error":{"type":"insufficient_quota"}}"#, "quota-exceeded"),
        (402, "", "quota-exceeded"), (500, "not json", "provider-failed"), (502, "<html>", "provider-failed"),
        (503, #"{"error":{"message":"Loading model"}}"#, "provider-failed"), (529, "", "overloaded"),
        (301, "", "wrong-address"), (999, "", "provider-failed"), (418, "", "bad-request"),
    ])
    func everyStatusHasItsCode(status: Int, body: String, code: String) {
        let error = Self.error(status, body)
        #expect(error.code == code)
        #expect(error.status == status)
        // What happened, and what to do.
        #expect(error.message.split(separator: ". ").count >= 2 || error.message.contains(";") || !error.help.isEmpty)
    }

    @Test func onlyWhatPassesByItselfIsWorthRepeating() {
        func worth(_ status: Int, _ body: String = "") -> Bool {
            ProviderError.isWorthRetrying(status: status, body: Array(body.utf8))
        }
        for status in [408, 429, 500, 502, 503, 504, 529] { #expect(worth(status)) }
        for status in [400, 401, 402, 403, 404, 413, 422, 200, 301] { #expect(!worth(status)) }
        #expect(!worth(429, #"{"error":{"message":"m","type":"insufficient_quota","code":"insufficient_quota"}}"#))
        #expect(worth(429, #"{"error":{"message":"m","type":"requests","code":"rate_limit_exceeded"}}"#))
        #expect(worth(429, #"{"error":{"message":"cut off in the mid"#))
    }

    @Test func waitsAreNamed() {
        #expect(Self.error(429, "", retryAfter: 12.2).message.contains("13 seconds"))
        #expect(Self.error(429, "", retryAfter: 12.2).retryAfter == 12.2)
    }

    @Test func aRetiredModelNamesItsSuccessor() {
        let error = ProviderError.response(
            status: 404, fault: ProviderFault(body: Array(#"{"error":{"message":"model: old"}}"#.utf8)),
            engine: .anthropic, model: "old", host: "h", successor: "new", text: ErrorText(key: nil))
        #expect(error.message.contains("`new`"))
    }

    @Test(arguments: [
        "sk-proj-abcDEF123", "Bearer abc", "gsk_1234", "abcd***wxyz", "A1b2C3d4E5f6A1b2C3d4E5f6A1b2",
        "(key=correct-horse-battery)", "«correct-horse»", "correct-horse-battery-staple",
    ])
    func keysAndWhatLooksLikeOneAreRemoved(word: String) {
        let shown = ErrorText(key: Secret("correct-horse-battery-staple")).cleaned("The key \(word) is wrong")
        #expect(shown.contains("<redacted>"))
        #expect(!shown.contains("correct-horse"))
        #expect(shown.hasPrefix("The key ") && shown.hasSuffix("is wrong"))
    }

    @Test func wordsAndModelsAreKept() {
        let text =
            "The model `claude-3-5-sonnet-20241022` or gpt-4o-mini-2024-07-18 does not exist, see https://x.test/docs."
        #expect(ErrorText(key: Secret("zzzzzzzzzzzz")).cleaned(text) == text)
        // A placeholder for servers without keys is no secret.
        #expect(ErrorText(key: Secret("x")).cleaned("axe") == "axe")
    }

    @Test func textIsShortAndHarmless() {
        let text = ErrorText(key: nil).cleaned(
            "a\u{1B}[31mb\u{0}c\u{202E}d\u{200B}e\r\nf" + String(repeating: " word", count: 5000))
        #expect(text.hasPrefix("a [31mb c d e f word"))
        #expect(text.count <= 301)
    }
}
