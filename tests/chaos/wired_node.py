"""A node whose ways to its history and to its mesh port can be cut."""

from database import services
from node import node
from wire import wire


class wired_node(node):
    def __init__(self, number, folder, history, flags=(), clock_shift=0):
        mesh_port = services.free_port()
        self.wires = {"history": wire(history.port), "mesh": wire(mesh_port)}
        mesh = ("--mesh", f"127.0.0.1:{mesh_port}",
                "--mesh-advertise", f"127.0.0.1:{self.wires['mesh'].port}")
        super().__init__(number, folder, history.url_at(self.wires["history"].port),
                         (*flags, *mesh), clock_shift)
