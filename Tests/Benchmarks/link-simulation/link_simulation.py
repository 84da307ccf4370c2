#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Simulates many users with three machines each, against one real mosquitto:

    link_simulation.py [--tls] [--down SECONDS] [USERS] [SWITCHES]

By default 1000 users and 2000 switches, in plain text. --tls makes an authority and a certificate of
the broker (P-256), and each connection checks it. --down leaves the broker ended for so long before
its restart.

Each machine is a connection as focus-link makes it: a will, two subscriptions, a retained presence
and a retained change of 400 bytes, QoS 1. Prints the time from a switch to the last of the other two
machines, mosquitto's memory and processor time for each connection and message, and the time in which
all are back after a restart of mosquitto (reconnecting as focus-link does: after a random time of up
to a second, then up to twice as long, and giving up a connection that is not welcome after 20 seconds).
All connections are on the loopback address.
"""
import argparse
import heapq
import os
import random
import resource
import selectors
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

PAYLOAD = bytes(392)
# Seconds for the broker's word that a client is welcome, as in BrokerConnection.swift.
WELCOME = 20


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
        self.greeted = False
        self.attempts = 0

    def connect(self):
        self.buffer = b""
        self.ready = self.greeted = False
        self.attempts += 1
        self.world.attempts += 1
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect_ex(("127.0.0.1", self.world.port))
        self.world.selector.register(self.socket, selectors.EVENT_WRITE, self)
        attempt = self.attempts
        self.world.later(WELCOME, lambda: self.give_up(attempt))

    def give_up(self, attempt):
        if self.attempts == attempt and not self.ready and self.socket.fileno() >= 0:
            self.world.given_up += 1
            self.lost()

    def secure(self):
        """Goes on with the TLS handshake; returns true once it is done."""
        if not self.world.tls:
            return True
        try:
            if not isinstance(self.socket, ssl.SSLSocket):
                self.world.selector.unregister(self.socket)
                self.socket = self.world.tls.wrap_socket(
                    self.socket, do_handshake_on_connect=False, server_hostname="localhost")
                self.world.selector.register(self.socket, selectors.EVENT_WRITE, self)
            self.socket.do_handshake()
        except ssl.SSLWantReadError:
            self.world.selector.modify(self.socket, selectors.EVENT_READ, self)
            return False
        except ssl.SSLWantWriteError:
            self.world.selector.modify(self.socket, selectors.EVENT_WRITE, self)
            return False
        return True

    def handle(self, events):
        try:
            if not self.greeted:
                if self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    return self.lost()
                if not self.secure():
                    return None
                self.greeted = True
                will = text(self.topic + "/here") + struct.pack("!H", 300) + bytes(300)
                name = text(self.topic[-16:])
                body = text("MQTT") + bytes([4, 0b00101110]) + struct.pack("!H", 60) + name + will
                self.socket.send(packet(0x10, body))
                self.world.selector.modify(self.socket, selectors.EVENT_READ, self)
                return None
            data = self.socket.recv(65536)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None
        except OSError:
            return self.lost()
        if not data:
            return self.lost()
        self.buffer += data
        try:
            while self.parse():
                pass
        except OSError:
            return self.lost()
        # What TLS has read already does not wake the selector up.
        return self.handle(events) if self.world.tls and self.socket.pending() else None

    def lost(self):
        self.world.selector.unregister(self.socket)
        self.socket.close()
        if self.ready:
            self.wait = 1.0
            self.world.online -= 1
        self.ready = False
        delay = random.uniform(self.wait / 4, self.wait)
        self.wait = min(self.wait * 2, 60)
        self.world.later(delay, self.connect)

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
            self.world.returns.append(time.monotonic())
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
    def __init__(self, users, folder, tls):
        self.folder = folder
        self.tls = self.certificates() if tls else None
        self.returns = []
        self.attempts = self.given_up = 0
        self.selector = selectors.EpollSelector()
        self.port = self.free_port()
        self.online = self.received = 0
        self.timers = []
        self.numbers = 0
        self.waiting = {}
        self.times = []
        self.broker = None
        self.machines = [Machine(self, user, n) for user in range(users) for n in range(3)]

    @staticmethod
    def free_port():
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def certificates(self):
        """Makes an authority and the broker's certificate; returns the clients' settings."""
        script = """
            set -e; key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            openssl req -x509 $key -keyout ca.key -out ca.pem -days 2 -subj /CN=authority
            openssl req $key -keyout broker.key -out broker.csr -subj /CN=localhost
            echo subjectAltName=DNS:localhost > names
            openssl x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial \\
                -out broker.pem -days 2 -extfile names
            chmod 644 broker.key"""
        subprocess.run(["sh", "-c", script], cwd=self.folder, check=True, capture_output=True)
        return ssl.create_default_context(cafile=os.path.join(self.folder, "ca.pem"))

    def start(self):
        folder = self.folder
        path = os.path.join(folder, "broker.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
                       "persistence false\nset_tcp_nodelay true\nlog_dest none\n")
            if self.tls:
                file.write(f"cafile {folder}/ca.pem\ncertfile {folder}/broker.pem\n"
                           f"keyfile {folder}/broker.key\n")
        self.broker = subprocess.Popen(["/usr/sbin/mosquitto", "-c", path])
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def later(self, delay, action):
        self.numbers += 1
        heapq.heappush(self.timers, (time.monotonic() + delay, self.numbers, action))

    def turn(self, limit=0.05):
        now = time.monotonic()
        while self.timers and self.timers[0][0] <= now:
            heapq.heappop(self.timers)[2]()
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
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--down", type=float, default=0)
    parser.add_argument("users", type=int, nargs="?", default=1000)
    parser.add_argument("switches", type=int, nargs="?", default=2000)
    options = parser.parse_args()
    users = options.users
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY and users * 3 + 100 > hard:
        users = (hard - 100) // 3
        print(f"limited to {users} users by {hard} descriptors")
    with tempfile.TemporaryDirectory() as folder:
        # mosquitto gives up root's rights and still reads its files.
        os.chmod(folder, 0o755)
        world = World(users, folder, options.tls)
        world.start()
        try:
            run(world, len(world.machines), options)
        finally:
            world.broker.kill()
            world.broker.wait()


def run(world, count, options):
    switches = options.switches
    empty, start = world.memory(), time.monotonic()
    for machine in world.machines:
        world.later(random.uniform(0, count / (500 if world.tls else 2000)), machine.connect)
    while world.online < count:
        world.turn()
    while world.selector.select(0.5):
        world.turn()
    print(f"{count} connections in {time.monotonic() - start:.1f} s, with"
          f" {world.processor():.1f} s of mosquitto's processor time;"
          f" mosquitto: {(world.memory() - empty) / count / 1024:.1f} KiB for each", flush=True)
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
          f" {used / max(1, world.received - received) * 1e6:.0f} us for each message it sent",
          flush=True)
    storm(world, count, options.down)


def storm(world, count, down):
    """Ends the broker, starts it again, and waits until all machines are back."""
    world.broker.kill()
    world.broker.wait()
    end = time.monotonic() + down
    while world.online or time.monotonic() < end:
        world.turn()
    world.attempts = world.given_up = 0
    world.returns = []
    start = time.monotonic()
    world.start()
    empty = world.memory()
    while world.online < count:
        world.turn()
    times = sorted(moment - start for moment in world.returns)
    print(f"restart of mosquitto after {down:.0f} s: all {count} are back after"
          f" {time.monotonic() - start:.1f} s, half after {times[len(times) // 2]:.1f} s,"
          f" 99 of 100 after {times[len(times) * 99 // 100]:.1f} s; {world.attempts} attempts,"
          f" {world.given_up} given up after {WELCOME} s;"
          f" mosquitto: {world.processor():.1f} s of processor time,"
          f" {(world.memory() - empty) / 1048576:.0f} MiB more memory")


main()
