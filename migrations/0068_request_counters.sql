-- The requests of a minute to calls with a limit, counted for all processes together. A row belongs to the hash of an
-- address, account or buyer. Unlogged: after a crash of the database, counting begins again.
create unlogged table request_counters (
  key_hash bigint primary key,
  window_start timestamptz not null,
  requests integer not null
);
