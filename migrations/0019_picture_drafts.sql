-- A picture's row is there before its file: what a crash left between the two is found and cleared away.
alter table media_files add column stored boolean not null default true;
create index media_files_half_stored on media_files (created_at) where not stored;
