"""The client of a job that measures throughput: it shares the cores with what is measured."""

import json
import socket

from node import TOKEN

HEAD_END = b"\r\n\r\n"


class submitter:
    """Submits one pipeline to a node again and again, over one connection."""

    def __init__(self, to, what):
        body = json.dumps({"config": what, "config_format": "json"})
        self.request = (f"POST /v1/runs HTTP/1.1\r\nHost: 127.0.0.1:{to.port}\r\n"
                        f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
                        f"Content-Length: {len(body)}\r\n\r\n{body}").encode()
        self.socket = socket.create_connection(("127.0.0.1", to.port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def submit(self):
        self.socket.sendall(self.request)
        reply = self._reply()
        if not reply.startswith(b"HTTP/1.1 202 "):
            raise RuntimeError(f"a submission was answered with {reply.decode()}")

    def _reply(self):
        got = b""
        while True:
            head, end, body = got.partition(HEAD_END)
            if end and len(body) >= content_length(head):
                return got
            more = self.socket.recv(65536)
            if not more:
                raise RuntimeError("the node has closed the connection")
            got += more


def content_length(head):
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise RuntimeError(f"a reply without its length: {head.decode()}")
