-- The file of an import, so that who chooses it again is told before its stock moves a second time.
alter table product_imports add column file_hash text;
create index product_imports_by_file on product_imports (file_hash, created_at desc);
