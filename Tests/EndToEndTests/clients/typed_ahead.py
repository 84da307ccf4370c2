# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a terminal: types one line before the program starts, and another at its question."""
import os
import pty
import subprocess
import sys

early, late, *command = sys.argv[1:]
master, slave = pty.openpty()
os.write(master, (early + "\n").encode())
process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave)
os.close(slave)
data = b""
is_asked = False
while True:
    try:
        data += os.read(master, 4096)
    except OSError:
        break
    # The question may come in parts.
    if b"] " in data and not is_asked:
        is_asked = True
        os.write(master, (late + "\n").encode())
sys.stdout.write(data.decode().replace("\r", ""))
sys.exit(process.wait())
