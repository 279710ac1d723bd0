package main

import (
	"fmt"
	"net"
	"time"

	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	sqliteplugin "go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/schema/sqlite"
	"go.temporal.io/server/temporal"
)

const (
	namespace   = "bench"
	clusterName = "active"
	loopback    = "127.0.0.1"
)

// server is a Temporal server in this process.
type server struct {
	temporal.Server
	address string
}

// open creates the tables and starts the server. The database has the settings of
// Temporal's own development server: one connection, in WAL mode at synchronous=FULL.
func open(file string) (*server, error) {
	db := &config.SQL{
		PluginName:        sqliteplugin.PluginName,
		DatabaseName:      file,
		ConnectAttributes: map[string]string{"mode": "rwc", "cache": "private", "journal_mode": "wal", "synchronous": "2"},
		MaxConns:          1, MaxIdleConns: 1,
	}
	if err := sqlite.SetupSchema(db); err != nil {
		return nil, err
	}
	ns, err := sqlite.NewNamespaceConfig(clusterName, namespace, false, nil)
	if err != nil {
		return nil, err
	}
	if err := sqlite.CreateNamespaces(db, ns); err != nil {
		return nil, err
	}
	cfg, address, err := configure(db)
	if err != nil {
		return nil, err
	}
	srv, err := temporal.NewServer(
		temporal.WithConfig(cfg),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithLogger(log.NewNoopLogger()),
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper { return authorization.NewNoopClaimMapper() }),
	)
	if err != nil {
		return nil, err
	}
	return &server{srv, address}, srv.Start()
}

func (s *server) close() error { return s.Stop() }

// configure returns the configuration of a server with all services on loopback ports, and
// the address of the service that clients call.
func configure(db *config.SQL) (*config.Config, string, error) {
	services := make(map[string]config.Service)
	var address string
	for _, name := range temporal.DefaultServices {
		ports, err := free(2)
		if err != nil {
			return nil, "", err
		}
		services[name] = config.Service{RPC: config.RPC{GRPCPort: ports[0], MembershipPort: ports[1], BindOnLocalHost: true}}
		if name == "frontend" {
			address = fmt.Sprintf("%s:%d", loopback, ports[0])
		}
	}
	cfg := &config.Config{
		Services: services,
		Persistence: config.Persistence{
			DefaultStore: "file", VisibilityStore: "file", NumHistoryShards: 1,
			DataStores: map[string]config.DataStore{"file": {SQL: db}},
		},
		ClusterMetadata: &cluster.Config{
			MasterClusterName: clusterName, CurrentClusterName: clusterName, FailoverVersionIncrement: 10,
			ClusterInformation: map[string]cluster.ClusterInformation{clusterName: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: address}},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		PublicClient:        config.PublicClient{HostPort: address},
		Archival: config.Archival{
			History:    config.HistoryArchival{State: config.ArchivalDisabled},
			Visibility: config.VisibilityArchival{State: config.ArchivalDisabled},
		},
		NamespaceDefaults: config.NamespaceDefaults{Archival: config.ArchivalNamespaceDefaults{
			History:    config.HistoryArchivalNamespaceDefaults{State: config.ArchivalDisabled},
			Visibility: config.VisibilityArchivalNamespaceDefaults{State: config.ArchivalDisabled},
		}},
	}
	cfg.Global.Membership = config.Membership{MaxJoinDuration: 30 * time.Second, BroadcastAddress: loopback}
	return cfg, address, nil
}

// free finds this many unused ports.
func free(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", loopback+":0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // only at the end, so that no two ports are the same
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
