-- A description as the editor made it: its JSON, or sanitised HTML. `description` then holds its plain words, which
-- search, lists, feeds and files go on using; null where it is plain text alone.
alter table products add column rich_description text;
