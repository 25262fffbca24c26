-- After a restore the shop itself rejects refunds that wait for approval, so a rejection may have no admin.
alter table refund_approvals
  drop constraint refund_approvals_check,
  add constraint refund_approvals_decided check (
    (state = 'waiting') = (decided_at is null)
    and (state <> 'waiting' or decided_by is null)
    and (state <> 'approved' or decided_by is not null)
  );
