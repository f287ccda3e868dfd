"""An HTTP proxy on this machine whose connections can be cut in the middle, as a lost network cuts them. A browser that is told
to be offline keeps the streams that it has, so that this is the way to try what happens then."""

import contextlib
import re
import socket
import threading


class CuttingProxy:
    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.open, self.lock, self.is_cut = set(), threading.Lock(), False
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()
        self.cut()

    def cut(self):
        """Ends every connection, and refuses new ones until `mend`."""
        self.is_cut = True
        with self.lock:
            for connection in self.open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def mend(self):
        self.is_cut = False

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                client.close()
            else:
                threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        head = b""
        with client, contextlib.suppress(OSError):
            while b"\r\n\r\n" not in head:
                piece = client.recv(65_536)
                if not piece:
                    return
                head += piece
            if tunnel := re.match(rb"CONNECT ([^:\s]+):(\d+) ", head):
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                return self.join(client, tunnel[1].decode(), int(tunnel[2]), b"")
            # One request a connection: so only its first line has to be understood.
            match = re.match(rb"(\S+) http://([^/:\s]+):(\d+)(\S*) ", head)
            head = re.sub(rb"\r\n(?:Proxy-)?Connection:[^\r]*", b"", head, flags=re.I)
            head = match[1] + b" " + (match[4] or b"/") + b" " + head[match.end():].replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
            self.join(client, match[2].decode(), int(match[3]), head)

    def join(self, client, host, port, head):
        with socket.create_connection((host, port)) as server:
            with self.lock:
                self.open |= {client, server}
            server.sendall(head)
            threading.Thread(target=self.pump, args=(client, server), daemon=True).start()
            self.pump(server, client)
            # Closing alone tells nobody while the other thread still reads: the browser would send its next request here.
            for connection in (client, server):
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            with self.lock:
                self.open -= {client, server}

    @staticmethod
    def pump(source, target):
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                target.sendall(piece)
