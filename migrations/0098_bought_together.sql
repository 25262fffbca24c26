-- The products that are often bought together with a product, as a job counts them (decision 94).
create table bought_together (
  product_id uuid not null references products (id) on delete cascade,
  other_id uuid not null references products (id) on delete cascade,
  orders int not null check (orders > 0),
  primary key (product_id, other_id)
);
create index bought_together_others on bought_together (other_id);
