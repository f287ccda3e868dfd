import HearthCore
import HearthModels

extension ServerError {
    /// Nobody that the request could go to fills a gap in a text.
    static let noInfill = ServerError(
        .unsupportedValue,
        "`suffix`: no model that could serve fills a gap in a text. Leave it out, or name a local model that was made for it, as many "
            + "models for code are.", help: [.findModel], parameter: "suffix")
}

extension RoutingError {
    /// Whether somebody would serve, were there no gap in the request's text.
    var isForInfill: Bool {
        reason == .noInfill || reason == .noEngine && rejected.contains { $0.reason == RoutingPolicy.noInfill }
    }
}
