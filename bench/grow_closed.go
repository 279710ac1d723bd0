package main

import (
	"context"
)

// growClosed is what runs cost that have completed: room in the database, a new run, and
// a page of the list. They had nothing to do.
func growClosed(ctx context.Context, b *bench, sizes []int) ([][]line, error) {
	return b.pileUp(ctx, nil, sizes, func(ctx context.Context, p *pile, size int) ([]line, error) {
		database, err := p.grow(ctx, size, func(n int) error {
			_, err := p.drive(ctx, n, 0, 256)
			return err
		})
		if err != nil {
			return nil, err
		}
		result, err := p.result(ctx)
		if err != nil {
			return nil, err
		}
		page, err := p.pages(ctx, "page", min(100, p.n+p.ended))
		if err != nil {
			return nil, err
		}
		return []line{result, page, database}, p.expectBoth(ctx, 0, p.n+p.ended)
	})
}
