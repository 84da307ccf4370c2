# SPDX-License-Identifier: Apache-2.0
"""A bus in front of another one that loses one call.

    lossy_bus.py BUS SOCKET CONNECTION MEMBER NUMBER

Listens at SOCKET and passes all on between its clients and BUS, except one call: of the client with
the number CONNECTION, from 0, the call with the number NUMBER, from 1, of MEMBER about the server's
name. Prints "ready" when it listens, and "lost" when it has lost that call."""
import socket
import struct
import sys
import threading

BUS, PLACE, CONNECTION, MEMBER, NUMBER = sys.argv[1:]
NAME = b"org.freedesktop.Notifications"


def chunks(source):
    """Returns what a socket receives, piece by piece."""
    return iter(lambda: source.recv(65536), b"")


def size(data):
    """Returns the bytes of the message at the start of the data; 0 for an incomplete header."""
    if len(data) < 16:
        return 0
    order = "<" if data[:1] == b"l" else ">"
    body, fields = (struct.unpack_from(order + "I", data, place)[0] for place in (4, 12))
    return 16 + (fields + 7) // 8 * 8 + body


def messages(source):
    """Returns the lines of a login piece by piece, then message by message."""
    data = b""
    has_begun = False
    for chunk in chunks(source):
        data += chunk
        if not has_begun:
            end = data.find(b"BEGIN\r\n")
            has_begun = end >= 0
            end = end + 7 if has_begun else len(data)
            yield data[:end]
            data = data[end:]
        while has_begun and 0 < size(data) <= len(data):
            end = size(data)
            yield data[:end]
            data = data[end:]


def forward(client, bus, loses):
    calls = 0
    for message in messages(client):
        if loses and MEMBER.encode() + b"\0" in message and NAME in message:
            calls += 1
            if calls == int(NUMBER):
                print("lost", flush=True)
                continue
        bus.sendall(message)
    bus.shutdown(socket.SHUT_WR)


def back(bus, client):
    for chunk in chunks(bus):
        client.sendall(chunk)
    client.shutdown(socket.SHUT_WR)


def start(function, *arguments):
    threading.Thread(target=function, args=arguments, daemon=True).start()


listener = socket.socket(socket.AF_UNIX)
listener.bind(PLACE)
listener.listen()
print("ready", flush=True)
for number in range(100):
    client, _ = listener.accept()
    bus = socket.socket(socket.AF_UNIX)
    bus.connect(BUS)
    start(forward, client, bus, number == int(CONNECTION))
    start(back, bus, client)
