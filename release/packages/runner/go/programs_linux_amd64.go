package main

import "embed"

//go:embed x86_64
var programs embed.FS

const machine = "x86_64"
