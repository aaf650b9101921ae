#!/usr/bin/env node
// Runs the program of its own name, from the package for this machine.
"use strict";
const { spawn } = require("node:child_process");
const { basename, dirname, join } = require("node:path");

const name = basename(process.argv[1], ".js") === "launch" ? "sframe-conformance" : basename(process.argv[1]);
const needed = `@NAME@-${process.platform}-${process.arch}`;
let folder;
try {
  folder = dirname(require.resolve(`${needed}/package.json`));
} catch {
  console.error(`${name}: the package ${needed} is not installed; there are @PLATFORMS@ (and was npm told --omit=optional?)`);
  process.exit(2);
}
const child = spawn(join(folder, "bin", name), process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`${name}: ${error.message}`);
  process.exitCode = 2;
});
child.on("exit", (status, signal) => {
  if (signal === null) process.exitCode = status;
  else {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
});
