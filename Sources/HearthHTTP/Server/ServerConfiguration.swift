public import HearthCore

extension HTTPServer {
    /// Where to listen, whom to let in, and how much to take.
    public struct Configuration: Sendable {
        /// The address to listen at: a number, or `localhost`.
        public var address = "127.0.0.1"
        /// The port; 0 lets the system choose.
        public var port = 0
        /// What clients have to know.
        public var token: Secret
        /// Further names by which the server may be addressed, beside those of this machine and ``address``.
        public var hosts: Set<String> = []
        /// Pages of these origins may use the interfaces of OpenAI, Anthropic, Ollama and MCP, with the token; such as
        /// `https://chat.example.org`.
        public var origins: Set<String> = []
        /// Whether programs of this machine that cannot send the token may use the models that run here. Holds only where the
        /// server listens at this machine alone.
        public var opensModels = false
        /// The certificate and key for TLS; `nil` speaks plain HTTP.
        public var identity: Identity?
        public var limits = Limits()
        /// Where browsers that were signed in are kept; in memory they are signed out when the server ends.
        public var sessions: any SessionStore = MemorySessionStore()
        public var sessionLimits = SessionLimits()
        /// What the server says of itself.
        public var version = ""

        public init(token: Secret) { self.token = token }
    }

    /// Files for TLS.
    public struct Identity: Sendable {
        /// PEM files of the certificate, with those that vouch for it, and of its private key.
        public var certificateFile: String
        public var keyFile: String

        public init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// How much is taken before a request is refused.
    public struct Limits: Sendable {
        /// Open connections. More wait in the system's queue.
        public var connections = 1024
        /// Requests that let an engine work or wait for long, at a time; more are answered 429. Above 200 idle and 64
        /// active streams, which one person's tools and tabs may well hold.
        public var longRequests = 512
        /// Bytes of bodies that are in memory at a time, of all clients and of one. What is read from JSON takes ten times as much.
        public var bodyRoom = 24 << 20
        public var bodyRoomOfOne = 12 << 20
        /// Bodies up to this size need no room, and are worked on where everything is.
        public var smallBody = 64 << 10
        /// Tokens that engines read and write at a time, as estimated from the bytes of prompts, of all clients and of one.
        public var tokenRoom = 1 << 20
        public var tokenRoomOfOne = 1 << 19
        /// Requests that wait for room, of all clients and of one; more are answered 429.
        public var waiting = 128
        public var waitingOfOne = 32
        /// Until a request that waits for room is answered 429.
        public var patience: Duration = .seconds(20)
        /// Connections on which nobody has shown a token or a session's key. One more closes the one that has stood for longest.
        public var strangers = 128
        /// Until such a connection is closed when it is silent.
        public var strangerTimeout: Duration = .seconds(10)
        /// Until a request's body is there, or its next piece where it is taken in pieces; then 408.
        public var bodyTimeout: Duration = .seconds(30)
        /// Until a connection is closed on which a request's head does not come to its end, however much of it keeps coming.
        public var headTimeout: Duration = .seconds(30)
        /// Until a connection that is silent is closed.
        public var idleTimeout: Duration = .seconds(60)
        /// After the last answer on a connection: how long and how much is still taken from a client that is sending, and thrown
        /// away, so that it gets to read the answer. A body somewhat over the limit comes to its end within them.
        public var lingerTimeout: Duration = .seconds(2)
        public var lingerBytes = 16 << 20
        /// Bytes of all headers of a request together; more are refused. Cookies and tokens fit many times.
        public var headerBytes = 32 << 10
        /// Between two signs of life in a stream that is silent.
        public var keepAlive: Duration = .seconds(15)
        /// What requests may take to end when the server stops.
        public var shutdownTimeout: Duration = .seconds(10)

        public init() {}
    }

    /// Where the server listens.
    public struct Place: Sendable {
        public let host: String
        public let port: Int
        public let isEncrypted: Bool

        /// The address for a browser or a client, without a slash at its end.
        public var url: String {
            let name = host.contains(":") ? "[\(host)]" : host
            return (isEncrypted ? "https://" : "http://") + "\(name):\(port)"
        }
    }
}
