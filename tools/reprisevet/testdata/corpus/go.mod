module corpus.test

go 1.26.0
