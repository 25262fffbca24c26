-- What the total of an order on delivery was rounded by, so that the courier collects whole rupees. It is a part of
-- amount_paise, and of no line.
alter table orders add column rounding_paise integer not null default 0;
