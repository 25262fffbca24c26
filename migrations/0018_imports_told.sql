-- How many products an import made or changed: those that were there as the file says it leaves alone.
alter table product_imports add column written int not null default 0;
update product_imports set written = done;
