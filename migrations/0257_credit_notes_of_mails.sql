-- The refund whose credit note is attached when the mail is sent.
alter table mails add column credit_note_of uuid;
