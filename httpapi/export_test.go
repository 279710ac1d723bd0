package httpapi

// Described is a route as a test sees it.
type Described struct {
	Method, Path string
	Params       []string
	Most         int64 // bytes of the body; zero: as of all
}

// Routes are all routes.
func Routes() (all []Described) {
	for _, r := range routes {
		all = append(all, Described{r.method, r.path, r.params, r.most})
	}
	return all
}
