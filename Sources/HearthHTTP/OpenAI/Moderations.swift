import HearthCore

/// `POST /v1/moderations`: no model here judges whether a text is harmful, so nothing is judged.
///
/// A verdict of "not flagged" that nobody reached would be taken for one, and texts are sent to no service for it. So whoever asks is told,
/// with a status that clients do not send again for.
struct Moderations: Sendable {
    func respond(to request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        guard fields["input"] != nil else { throw fields.missing("input") }
        throw fields.unsupported(
            "model",
            "no model here judges whether texts are harmful, and none is asked elsewhere. Leave the check out, or ask a service for it."
        )
    }
}
