-- What a buyer can add at checkout (decision 143).
alter table orders
  add column buyer_note text not null default '',
  add column gift_message text not null default '',
  -- The business that buys: its name and GSTIN, both empty for a consumer.
  add column business_name text not null default '',
  add column gstin text not null default '',
  -- The version of the text to which the buyer agreed, and when; null if she did not, or has withdrawn it.
  add column whatsapp_consent text,
  add column whatsapp_consent_at timestamptz,
  add constraint orders_business_check check ((business_name = '') = (gstin = '')) not valid,
  add constraint orders_whatsapp_check check ((whatsapp_consent is null) = (whatsapp_consent_at is null)) not valid;
