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
text = ""
while True:
    try:
        part = os.read(master, 4096).decode()
    except OSError:
        break
    if "] " in part and "] " not in text:
        os.write(master, (late + "\n").encode())
    text += part
sys.stdout.write(text.replace("\r", ""))
sys.exit(process.wait())
