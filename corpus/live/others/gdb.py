"""Run by gdb: PCs of all frames at every Nth step, as `step pc pc...`, and last how many seconds it took."""
import os
import time

import gdb

every, most = int(os.environ["EVERY"]), int(os.environ["MOST"])
for command in ("set pagination off", "set backtrace past-entry on", "set backtrace past-main on", "starti"):
    gdb.execute(command, to_string=True)
spent = 0.0
with open(os.environ["TO"], "w", encoding="utf-8") as file:
    for number in range(most):
        begun, pcs = time.perf_counter(), []
        try:
            frame = gdb.newest_frame()
            while frame is not None:
                pcs.append(frame.pc())
                frame = frame.older()
        except gdb.error:
            pass
        spent += time.perf_counter() - begun
        print(number * every, *map(hex, pcs), file=file)
        try:
            gdb.execute(f"stepi {every}", to_string=True)
            gdb.selected_frame()
        except gdb.error:  # it has ended
            break
    print("seconds", spent, file=file)
gdb.execute("kill", to_string=True)
