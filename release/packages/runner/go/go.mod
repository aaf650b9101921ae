module github.com/@REPOSITORY@/@NAME@

go 1.19
