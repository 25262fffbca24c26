-- The weight of a variant with its packaging, in grams, for charges of delivery by weight (decision 150). Null: not known.
alter table variants add column weight_grams int,
  add constraint variants_weight check (weight_grams between 1 and 100000) not valid;
