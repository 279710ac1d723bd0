package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// handler takes orders over HTTP:
//
//	POST /orders       {"id": "42", "item": "a book"}
//	GET  /orders/{id}
func handler(shop Shop, rt Starter) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		var o Order
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&o); err != nil || o.ID == "" {
			http.Error(w, `send {"id": "42", "item": "a book"}`, http.StatusBadRequest)
			return
		}
		switch err := shop.Place(r.Context(), rt, o); {
		case errors.Is(err, errPlaced):
			http.Error(w, err.Error(), http.StatusConflict)
		case err != nil: // nothing was kept, or the order exists: the customer may send it again
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		default:
			w.WriteHeader(http.StatusCreated)
		}
	})
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		switch status, err := shop.Status(r.Context(), r.PathValue("id")); {
		case errors.Is(err, errNone):
			http.Error(w, err.Error(), http.StatusNotFound)
		case err != nil:
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		default:
			fmt.Fprintln(w, status)
		}
	})
	return mux
}
