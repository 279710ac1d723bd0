package codec_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"time"

	"github.com/reprise-run/reprise/codec"
)

// s3Client is what a bucket needs of a client of S3: that of the AWS SDK has these calls, with
// more fields and options.
type s3Client interface {
	PutObject(ctx context.Context, bucket, key string, body io.Reader) error
	GetObject(ctx context.Context, bucket, key string) (io.ReadCloser, error)
	DeleteObject(ctx context.Context, bucket, key string) error
	ListObjectsV2(ctx context.Context, bucket, after string) (page []s3Object, next string, err error)
}

type s3Object struct {
	Key          string
	Size         int64
	LastModified time.Time
}

var errNoSuchKey = errors.New("NoSuchKey")

// bucket keeps blobs in S3.
type bucket struct {
	client s3Client
	name   string
}

func (b bucket) Put(ctx context.Context, key string, data []byte) error {
	return b.client.PutObject(ctx, b.name, key, bytes.NewReader(data))
}

func (b bucket) Get(ctx context.Context, key string) ([]byte, error) {
	body, err := b.client.GetObject(ctx, b.name, key)
	if errors.Is(err, errNoSuchKey) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(body)
	return data, errors.Join(err, body.Close())
}

func (b bucket) Delete(ctx context.Context, key string) error {
	return b.client.DeleteObject(ctx, b.name, key) // S3 says nothing about a key that is not there
}

func (b bucket) List(ctx context.Context) iter.Seq2[codec.Blob, error] {
	return func(yield func(codec.Blob, error) bool) {
		for after, more := "", true; more; more = after != "" {
			page, next, err := b.client.ListObjectsV2(ctx, b.name, after)
			if err != nil {
				yield(codec.Blob{}, err)
				return
			}
			for _, o := range page {
				if !yield(codec.Blob{Key: o.Key, Size: o.Size, Put: o.LastModified}, nil) {
					return
				}
			}
			after = next
		}
	}
}

// fakeS3 answers a page of one object at a time.
type fakeS3 struct {
	keys []string
	data map[string][]byte
}

func (f *fakeS3) PutObject(_ context.Context, _, key string, body io.Reader) (err error) {
	f.keys = append(f.keys, key)
	f.data[key], err = io.ReadAll(body)
	return err
}

func (f *fakeS3) GetObject(_ context.Context, _, key string) (io.ReadCloser, error) {
	data, ok := f.data[key]
	if !ok {
		return nil, errNoSuchKey
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

func (f *fakeS3) DeleteObject(_ context.Context, _, key string) error {
	delete(f.data, key)
	return nil
}

func (f *fakeS3) ListObjectsV2(_ context.Context, _, after string) (page []s3Object, next string, err error) {
	seen := after == ""
	for i, key := range f.keys {
		if data, there := f.data[key]; seen && there && len(page) == 0 {
			page = append(page, s3Object{Key: key, Size: int64(len(data))})
			if i < len(f.keys)-1 {
				next = key
			}
		}
		seen = seen || key == after
	}
	return page, next, nil
}

// A bucket is four methods.
func ExampleBlobs() {
	ctx, scope := context.Background(), codec.Scope{Namespace: "shop", Kind: "signal"}
	blobs := bucket{client: &fakeS3{data: map[string][]byte{}}, name: "shop-blobs"}
	offload := codec.Offload(blobs, 8)
	first, _ := offload.Encode(ctx, scope, []byte("a large payload"))
	_, _ = offload.Encode(ctx, scope, []byte("another one"))
	plain, err := offload.Decode(ctx, scope, first)
	fmt.Printf("%s %v\n", plain, err)
	for b, err := range blobs.List(ctx) {
		fmt.Println(b.Size, err, blobs.Delete(ctx, b.Key))
	}
	_, err = offload.Decode(ctx, scope, first)
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// a large payload <nil>
	// 15 <nil> <nil>
	// 11 <nil> <nil>
	// true
}
