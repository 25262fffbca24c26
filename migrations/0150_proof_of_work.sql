-- How much work a buyer has to prove before she uses a place of the waiting room (decision 93).
alter table checkout_places add column proof_bits smallint not null default 0;
