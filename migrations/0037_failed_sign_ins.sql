-- One entry an hour for each account that was tried from each address, which counts the attempts.
create unique index admin_log_failed_sign_ins
  on admin_log ((detail->>'hour'), (detail->>'account'), (detail->>'address'))
  where action = 'admin.sign-in-failed';
