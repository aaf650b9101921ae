package main

import "embed"

//go:embed aarch64
var programs embed.FS

const machine = "aarch64"
