-- Size guides of the demo shop, which go with it. One that an admin saves is the merchant's.
alter table size_guides add column is_demo boolean not null default false;
