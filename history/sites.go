package history

// sites are the call sites of a row, each of which its header contains once.
type sites struct {
	list  []string
	index map[string]int // of list, once there are many
}

// siteKey is the key of the site in an event's body: the site itself in an event of
// its own, its index in the header's list in a row.
const siteKey = '@'

const manySites = 16

// number returns the index of site, which it adds if it is new.
func (s *sites) number(site string) int {
	if s.index == nil {
		for i, known := range s.list {
			if known == site {
				return i
			}
		}
	} else if i, ok := s.index[site]; ok {
		return i
	}
	n := len(s.list)
	s.list = append(s.list, site)
	switch {
	case s.index != nil:
		s.index[site] = n
	case n == manySites:
		s.index = make(map[string]int, 4*manySites)
		for i, known := range s.list {
			s.index[known] = i
		}
	}
	return n
}
