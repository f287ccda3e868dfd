import Foundation
import HearthCore

/// What a status says about a file.
enum ServerAnswer {
    /// - Throws: ``RegistryError`` unless the response carries the file or a part of it.
    static func check(_ response: HTTPResponse, _ url: URL) throws {
        let host = url.host() ?? "the server"
        switch response.status {
        case 200, 206: return
        case 401, 403:
            throw RegistryError(
                .needsToken,
                "\(host) does not give this file without a token that it accepts (status \(response.status)). "
                    + (HuggingFace.isHost(url)
                        ? "Accept the model's terms on its page, and set a token." : "Fetch it yourself."),
                help: [HuggingFace.isHost(url) ? .giveKey(service: "huggingface") : .addModelFile])
        case 404, 410:
            throw RegistryError(.notFound, "\(host) has no such file (status \(response.status)). Check the address.")
        default:
            throw RegistryError(
                .badResponse, "\(host) answered with status \(response.status) instead of the file. Try again later.")
        }
    }
}
