"""Games in progress: who may see and do what, storage, and gRPC."""
