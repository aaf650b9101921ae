module github.com/@REPOSITORY@/go

go 1.19
