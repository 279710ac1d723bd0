// Package openapi reads the hand-written description of the HTTP API and holds requests and answers against it. It is
// for tests. It knows the part of YAML and of JSON Schema that the description uses, and an error says where it meets
// anything else; so the root module needs no reader of YAML.
//
// Package openapi imports nothing of this module.
package openapi
