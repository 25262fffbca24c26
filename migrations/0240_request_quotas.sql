-- What strangers have requested that is sent as a mail or a text, counted for hours or a day. A row belongs to the hash of
-- a network address, an address block, or a recipient. Unlogged: after a crash of the database, counting begins again.
create unlogged table request_quotas (
  key_hash bigint primary key,
  ends_at timestamptz not null,
  requests integer not null
);
create index request_quotas_by_end on request_quotas (ends_at);
-- Queries beyond what is mailed in an hour are only stored.
alter table contact_queries add column is_mailed boolean not null default true;
