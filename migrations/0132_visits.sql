-- What visitors of the shop did, as counters of each day in India; nothing about a visitor (decision 113).
create table visit_counts (
  day date not null,
  -- 'view' of a kind of page, 'visit' from a source, 'search', 'add' to the cart.
  event text not null,
  -- The kind of page or the source; else empty.
  subject text not null,
  count int not null,
  primary key (day, event, subject)
);
create table product_visit_counts (
  day date not null,
  product_id uuid not null references products (id) on delete cascade,
  views int not null,
  adds int not null,
  primary key (day, product_id)
);
create index product_visit_counts_product on product_visit_counts (product_id);
