-- Codes that prove the mobile number of an order which is paid on delivery (decision 149). They belong to no account.
alter table sign_in_codes drop constraint sign_in_codes_purpose_check;
alter table sign_in_codes add constraint sign_in_codes_purpose_check
  check (purpose in ('sign_in', 'mobile', 'order')) not valid;
-- When a code for an order was entered. `used_at` is also set when codes are revoked.
alter table sign_in_codes add column proved_at timestamptz;
