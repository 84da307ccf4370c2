#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Simulates many users with three machines each, against one real mosquitto:

    link_simulation.py [USERS] [SWITCHES]      (default: 1000 users, 2000 switches)

Each machine is a connection as focus-link makes it: a will, two subscriptions, a retained presence
and a retained change of 400 bytes, QoS 1. Prints the time from a switch to the last of the other two
machines, mosquitto's memory and processor time for each connection and message, and the time in which
all are back after a restart of mosquitto (reconnecting as focus-link does: after a random time of up
to a second, then up to twice as long). Plain text on the loopback address.
"""
import heapq
import os
import random
import resource
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import time

PAYLOAD = bytes(392)


def text(value):
    data = value.encode()
    return struct.pack("!H", len(data)) + data


def packet(kind, body):
    length, size = b"", len(body)
    while True:
        size, digit = divmod(size, 128)
        length += bytes([digit | (128 if size else 0)])
        if not size:
            return bytes([kind]) + length + body


class Machine:
    """One connection; the state machine of an MQTT 3.1.1 client."""

    def __init__(self, world, user, number):
        self.world = world
        self.user = user
        self.topic = f"focusd/{user:016x}/{user * 3 + number:016x}"
        self.subscription = f"focusd/{user:016x}/+/"
        self.socket = None
        self.wait = 1.0
        self.ready = False

    def connect(self):
        self.buffer = b""
        self.ready = False
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect_ex(("127.0.0.1", self.world.port))
        self.world.selector.register(self.socket, selectors.EVENT_WRITE, self)

    def handle(self, events):
        try:
            if events & selectors.EVENT_WRITE:
                if self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    return self.lost()
                will = text(self.topic + "/here") + struct.pack("!H", 300) + bytes(300)
                name = text(self.topic[-16:])
                body = text("MQTT") + bytes([4, 0b00101110]) + struct.pack("!H", 60) + name + will
                self.socket.send(packet(0x10, body))
                self.world.selector.modify(self.socket, selectors.EVENT_READ, self)
                return None
            data = self.socket.recv(65536)
        except OSError:
            return self.lost()
        if not data:
            return self.lost()
        self.buffer += data
        while self.parse():
            pass
        return None

    def lost(self):
        self.world.selector.unregister(self.socket)
        self.socket.close()
        if self.ready:
            self.wait = 1.0
            self.world.online -= 1
        self.ready = False
        delay = random.uniform(self.wait / 4, self.wait)
        self.wait = min(self.wait * 2, 60)
        self.world.later(delay, self)

    def parse(self):
        size, shift, index = 0, 0, 1
        while True:
            if index >= len(self.buffer):
                return False
            digit = self.buffer[index]
            size |= (digit & 127) << shift
            shift, index = shift + 7, index + 1
            if not digit & 128:
                break
        if len(self.buffer) < index + size:
            return False
        kind, body = self.buffer[0], self.buffer[index:index + size]
        self.buffer = self.buffer[index + size:]
        self.receive(kind, body)
        return True

    def receive(self, kind, body):
        self.world.received += 1
        if kind >> 4 == 2:
            body = struct.pack("!H", 1)
            for name in ("focus", "here"):
                body += text(self.subscription + name) + b"\1"
            self.socket.send(packet(0x82, body))
        elif kind >> 4 == 9:
            self.ready = True
            self.world.online += 1
            self.publish("here", bytes(300))
        elif kind >> 4 == 3:
            length = struct.unpack("!H", body[:2])[0]
            topic = body[2:2 + length].decode()
            if kind & 6:
                self.socket.send(packet(0x40, body[2 + length:4 + length]))
            if topic.endswith("/focus") and not kind & 1 and not topic.startswith(self.topic):
                self.world.seen(body[-8:])

    def publish(self, name, payload):
        body = text(f"{self.topic}/{name}") + struct.pack("!H", 7) + payload
        self.socket.send(packet(0x33, body))


class World:
    def __init__(self, users):
        self.selector = selectors.EpollSelector()
        self.port = self.free_port()
        self.online = self.received = 0
        self.timers = []
        self.waiting = {}
        self.times = []
        self.broker = None
        self.machines = [Machine(self, user, n) for user in range(users) for n in range(3)]

    @staticmethod
    def free_port():
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def start(self, folder):
        path = os.path.join(folder, "broker.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
                       "persistence false\nset_tcp_nodelay true\nlog_dest none\n")
        self.broker = subprocess.Popen(["/usr/sbin/mosquitto", "-c", path])
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def later(self, delay, machine):
        heapq.heappush(self.timers, (time.monotonic() + delay, id(machine), machine))

    def turn(self, limit=0.05):
        now = time.monotonic()
        while self.timers and self.timers[0][0] <= now:
            heapq.heappop(self.timers)[2].connect()
        for key, events in self.selector.select(limit):
            key.data.handle(events)

    def seen(self, key):
        start, left = self.waiting[key]
        if left == 1:
            self.times.append((time.monotonic() - start) * 1000)
            del self.waiting[key]
        else:
            self.waiting[key] = (start, left - 1)

    def switch(self, machine, number):
        key = struct.pack("!Q", number)
        self.waiting[key] = (time.monotonic(), 2)
        machine.publish("focus", PAYLOAD + key)

    def memory(self):
        with open(f"/proc/{self.broker.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096

    def processor(self):
        with open(f"/proc/{self.broker.pid}/stat", encoding="ascii") as file:
            parts = file.read().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def main():
    users = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    switches = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY and users * 3 + 100 > hard:
        users = (hard - 100) // 3
        print(f"limited to {users} users by {hard} descriptors")
    world = World(users)
    count = len(world.machines)
    with tempfile.TemporaryDirectory() as folder:
        # mosquitto gives up root's rights and still reads its file.
        os.chmod(folder, 0o755)
        world.start(folder)
        try:
            run(world, count, switches, folder)
        finally:
            world.broker.kill()
            world.broker.wait()


def run(world, count, switches, folder):
    empty, start = world.memory(), time.monotonic()
    for machine in world.machines:
        world.later(random.uniform(0, count / 2000), machine)
    while world.online < count:
        world.turn()
    while world.selector.select(0.5):
        world.turn()
    print(f"{count} connections in {time.monotonic() - start:.1f} s;"
          f" mosquitto: {(world.memory() - empty) / count / 1024:.1f} KiB for each")
    used, received, start = world.processor(), world.received, time.monotonic()
    for number in range(switches):
        world.switch(random.choice(world.machines), number)
        due = start + (number + 1) / 200
        while time.monotonic() < due:
            world.turn(max(0, min(0.005, due - time.monotonic())))
    while world.waiting:
        world.turn()
    times, used = sorted(world.times), world.processor() - used
    print(f"{switches} switches, 200 each second: p50 {times[len(times) // 2]:.2f} ms,"
          f" p99 {times[len(times) * 99 // 100]:.2f} ms, longest {times[-1]:.2f} ms;"
          f" mosquitto: {used / switches * 1e6:.0f} us of processor for each switch,"
          f" {used / max(1, world.received - received) * 1e6:.0f} us for each message it sent")
    world.broker.kill()
    world.broker.wait()
    while world.online:
        world.turn()
    start = time.monotonic()
    world.start(folder)
    while world.online < count:
        world.turn()
    storm = time.monotonic() - start
    print(f"restart of mosquitto: all {count} are back after {storm:.1f} s,"
          f" with {world.processor():.1f} s of mosquitto's processor time")


main()
