-- The product feeds that the merchant has switched on, and what the last run of the job has written.
create table product_feeds (
  channel text primary key check (channel in ('google', 'meta')),
  written_at timestamptz,
  items int not null default 0,
  -- Variants for sale without a picture, which no feed may contain.
  without_picture int not null default 0
);
