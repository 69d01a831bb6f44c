-- Standings are sent to no address any more: neither the addresses, which are secrets, nor what was due stay.

DROP TABLE webhook_posts;

DROP TABLE webhooks;
