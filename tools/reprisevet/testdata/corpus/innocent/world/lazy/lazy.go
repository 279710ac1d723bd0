// Package lazy is only used by activities, and may do what it likes.
package lazy

import (
	"net/http"
	"os"
	"sync"
)

var (
	once   sync.Once
	client *http.Client
	asked  = make(chan struct{}, 1)
)

// Client is made when it is first asked for.
func Client() *http.Client { // want Client:"RV009 .*"
	once.Do(func() {
		client = &http.Client{Transport: http.DefaultTransport}
		_ = os.Getenv("HTTP_PROXY")
		select {
		case asked <- struct{}{}:
		default:
		}
	})
	return client
}
