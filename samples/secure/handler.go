package main

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/reprise-run/reprise"
)

// handler takes referrals and replies over HTTP. The caller must restrict who may use it.
//
//	POST /referrals/{id}        {"patient": "...", "finding": "..."}
//	POST /referrals/{id}/reply  {"advice": "..."}
//	GET  /referrals/{id}
func handler(rt *reprise.Runtime) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /referrals/{id}", func(w http.ResponseWriter, r *http.Request) {
		var in Referral
		if !read(w, r, &in) {
			return
		}
		_, err := reprise.Start(r.Context(), rt, refer, in, reprise.ID(r.PathValue("id")))
		answer(w, http.StatusCreated, nil, err)
	})
	mux.HandleFunc("POST /referrals/{id}/reply", func(w http.ResponseWriter, r *http.Request) {
		var in Reply
		if !read(w, r, &in) {
			return
		}
		answer(w, http.StatusAccepted, nil, reprise.Signal(r.Context(), rt, r.PathValue("id"), replied, in))
	})
	mux.HandleFunc("GET /referrals/{id}", func(w http.ResponseWriter, r *http.Request) {
		d, err := reprise.Describe(r.Context(), rt, r.PathValue("id"))
		if err != nil {
			answer(w, 0, nil, err)
			return
		}
		state := map[string]string{"status": d.Status.String()}
		if d.Blocked != nil { // for example because a key is missing
			state["waits"] = d.Blocked.Reason + ": " + d.Blocked.Text
		}
		answer(w, http.StatusOK, state, nil)
	})
	return mux
}

func read(w http.ResponseWriter, r *http.Request, v any) bool {
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(v)
	if err != nil {
		http.Error(w, "send JSON: "+err.Error(), http.StatusBadRequest)
	}
	return err == nil
}

// answer writes the response. If it reports an error of a transform, nothing was stored.
func answer(w http.ResponseWriter, status int, v any, err error) {
	switch {
	case errors.Is(err, reprise.ErrNotFound):
		http.Error(w, err.Error(), http.StatusNotFound)
	case errors.Is(err, reprise.ErrAlreadyStarted), errors.Is(err, reprise.ErrClosed):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if v != nil {
			_ = json.NewEncoder(w).Encode(v) // the client may have left
		}
	}
}
