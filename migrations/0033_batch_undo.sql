-- What a batch replaced, product by product, so that it can be undone for a day: the status, or the prices of each
-- variant.
create table product_batch_undo (
  batch_id uuid not null references product_batches (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  before jsonb not null,
  primary key (batch_id, product_id)
);

alter table product_batches drop constraint product_batches_action_check;
alter table product_batches add constraint product_batches_action_check
  check (action in ('category', 'discount', 'status', 'delete', 'undo'));
-- The batch that this one undoes; each is undone once.
alter table product_batches add column undoes uuid unique references product_batches (id) on delete cascade;
