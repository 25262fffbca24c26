-- What products still lack after an import, and those whose pictures can be fetched again.
-- [{"line", "name", "slug", "missing": ["Pictures", …]}]
alter table product_imports add column missing jsonb not null default '[]';
-- Products as they are kept in items, with nothing but their pictures.
alter table product_imports add column retry jsonb not null default '[]';

-- An empty field of a kept product meant "no such column" until now, and means "remove the value" from here on.
-- Imports that an update interrupts end, so that none of them removes what it should leave.
update product_imports set finished_at = now(), items = '[]',
  failures = failures || jsonb_build_array(jsonb_build_object('line', 0, 'name', file_name, 'message',
    'The shop was updated during this import. Please import the file again; what is done is not done twice.'))
  where finished_at is null;
