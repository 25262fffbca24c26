-- The generated password of the first admin was printed, so she must choose another one at her first sign-in.
alter table users add column must_change_password boolean not null default false;
