// Package openapi reads the hand-written description of the HTTP API and checks requests and answers against it, for
// tests. It supports the parts of YAML and JSON Schema that the description uses, and returns an error at anything
// else. So the root module needs no YAML parser.
//
// Package openapi imports nothing of this module.
package openapi
