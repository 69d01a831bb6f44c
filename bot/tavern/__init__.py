"""The application: tables and tournaments loaded, changed by one press, committed. It knows no Discord."""
