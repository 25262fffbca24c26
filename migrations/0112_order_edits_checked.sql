-- Reads the table without keeping anyone from writing it.
alter table invoices validate constraint invoices_refund;
