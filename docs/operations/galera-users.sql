-- Who HAProxy's check signs in as: no right at all. Of the first node; the others are brought it.
CREATE USER IF NOT EXISTS haproxy@'10.0.0.%', haproxy@'172.31.250.%';
