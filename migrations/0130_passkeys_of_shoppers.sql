-- Shoppers sign in with passkeys (decision 111). At a sign-in, nobody knows yet whose passkey it will be.
alter table passkey_challenges alter column user_id drop not null;
