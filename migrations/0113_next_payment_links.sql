-- An order that is changed before it is paid gets another payment link: 2 for the second one, and so on (decision 102).
alter table payment_links add column generation int not null default 1;
