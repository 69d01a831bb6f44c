"""The interface between the application and its frontends: requests, contexts, and decorators of handlers."""
