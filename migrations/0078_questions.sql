-- Questions about products, published with the answer of the shop.
create table product_questions (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  is_demo boolean not null default false,
  status review_status not null default 'pending',
  user_id uuid references users (id),
  name text not null,
  -- Who asked gets the answer by mail. Empty for demo questions.
  email text not null default '' check (email = lower(email)),
  body text not null,
  answer text not null default '',
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(name || ' ' || email || ' ' || body)) stored
);
create index product_questions_shown on product_questions (product_id, created_at desc) where status = 'published';
create index product_questions_newest on product_questions (created_at desc, id desc);
create trigger tell_question after insert or update or delete on product_questions
  for each row execute function tell_product();
