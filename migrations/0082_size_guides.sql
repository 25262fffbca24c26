-- Tables of sizes, each for the products of some categories and subcategories.
create table size_guides (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  note text not null,
  -- Rows of cells; the first row is the heading.
  rows jsonb not null,
  -- Ids of categories and subcategories.
  group_ids uuid[] not null,
  position int not null
);
create trigger tell_size_guides after insert or update or delete on size_guides
  execute function tell_tag('catalogue');
