-- Failed proofs are counted for each method that can be guessed. Earlier counts apply to both.
alter table proof_attempts
  add column method text not null default 'totp' check (method in ('totp', 'password')),
  drop constraint proof_attempts_pkey,
  add primary key (user_id, method);
alter table proof_attempts alter column method drop default;
insert into proof_attempts (user_id, window_start, attempts, method)
  select user_id, window_start, attempts, 'password' from proof_attempts;
