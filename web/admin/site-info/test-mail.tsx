import { useState } from 'react';
import { Link } from 'react-router';
import type { TestMailReply } from '../../../shared/contract/site-info.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../parts/data.ts';

/** Sends the admin a mail and says where it went. */
export function TestMail() {
  const [sent, setSent] = useState<TestMailReply | null>(null);
  const { run } = useAction(async () => {
    setSent(null);
    setSent(await call('POST /settings/test-mail'));
  }, 'Could not send the test mail. Please try again.');

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button variant="secondary" action={run}>
        Send test mail
      </Button>
      <p role="status" className="wrap-anywhere">
        {sent?.file &&
          `No mail server is set up: the mail to ${sent.to} is written to ${sent.file} in the data folder. `}
        {sent && !sent.file && `A test mail is on its way to ${sent.to}. `}
        {sent && (
          <Link to="/admin/mail" className="text-press underline underline-offset-4">
            Show it in Mail
          </Link>
        )}
      </p>
    </div>
  );
}
