"""A way over the loopback interface that can be cut, as a cable can."""

import asyncio
import threading

from database import services


class wire:
    """Who connects to `port` reaches `to_port`. While it is cut nothing passes and nobody is told;
    what was sent meanwhile passes once it is mended."""

    def __init__(self, to_port):
        self.to_port, self.port = to_port, services.free_port()
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._whole.set()
        listens = threading.Event()
        threading.Thread(target=self._run, args=(listens,), daemon=True).start()
        if not listens.wait(10):
            raise RuntimeError(f"port {self.port} cannot be listened at")

    def cut(self):
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self):
        self._loop.call_soon_threadsafe(self._whole.set)

    def _run(self, listens):
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(
            asyncio.start_server(self._accept, "127.0.0.1", self.port))
        listens.set()
        self._loop.run_forever()

    async def _accept(self, reader, writer):
        await self._whole.wait()
        try:
            there = await asyncio.open_connection("127.0.0.1", self.to_port)
        except OSError:
            writer.transport.abort()
            return
        await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))

    async def _pass(self, reader, writer):
        try:
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
            await self._whole.wait()
        except OSError:
            pass
        writer.close()
