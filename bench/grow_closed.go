package main

import (
	"context"
)

// growClosed measures the cost of completed runs, which had no steps: space in the
// database, the time of a new run, and of a page of the list.
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
