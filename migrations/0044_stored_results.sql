-- The SHA-256 of the stored PDF in hexadecimal; null until it is rendered.
alter table invoices add column pdf_sha256 text check (length(pdf_sha256) = 64);

-- Rich text is sanitised and rendered once, when it is saved. The shop fills in existing rows at its next start.
alter table products add column description_html text;
-- In `sections` too.
alter table policies add column html text, add column words text;
