-- A video of a product, and pictures that show it from all sides in their order (decision 128).
alter table products add column video text;
alter table products add column turn_images text[] not null default '{}';
-- The size of a video in pixels is not read.
-- small table: the pictures of a shop
alter table media_files alter column width drop not null;
-- small table: the pictures of a shop
alter table media_files alter column height drop not null;
