-- What the Legal Metrology rules ask for (india §5.2): declarations of a product, and the net quantity of a variant.
alter table products add column declarations jsonb not null default '{}';
alter table variants add column net_quantity text;
