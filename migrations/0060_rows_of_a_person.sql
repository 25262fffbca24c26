-- Erasure finds the rows of a person by these columns.
create index admin_log_by_subject on admin_log (subject);
create index webhook_events_by_order on webhook_events (provider_order_id);
