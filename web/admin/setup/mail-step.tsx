import { useState } from 'react';
import type { SetupGuide } from '../../../shared/contract/setup.ts';
import type { TestMailReply } from '../../../shared/contract/site-info.ts';
import { call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useAction } from '../parts/data.ts';
import { Card } from './card.tsx';
import { Checks } from './checks.tsx';

/** Mail and texts: their state, with the pages where they are set, and a test. */
export function MailStep({ guide }: { guide: SetupGuide }) {
  const standing = guide.steps.find(({ id }) => id === 'mail');
  const isDone = standing?.state === 'done';
  const [sent, setSent] = useState<TestMailReply | null>(null);
  const test = useAction(async () => {
    setSent(null);
    setSent(await call('POST /settings/test-mail'));
  }, 'The test mail could not be sent.');
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Card
        title="Mail"
        text="Order confirmations, invoices, sign-in links. Gmail, Zoho, Brevo, Amazon SES or any other mail server."
      >
        <Checks name="mail" />
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/admin/settings/mail" variant={isDone ? 'secondary' : 'primary'}>
            {isDone ? 'Mail settings' : 'Set up mail'}
          </ButtonLink>
          <Button variant="secondary" busy={test.busy} onClick={() => test.run()}>
            Send me a test mail
          </Button>
        </div>
        <p role="status" className="text-ink-soft wrap-anywhere empty:hidden">
          {sent && (sent.file ? `Written to the file ${sent.file}.` : `Sent to ${sent.to}.`)}
        </p>
      </Card>
      <Card
        title="Texts"
        text="Codes to mobile numbers, for sign-in and cash on delivery. Without them, codes are mailed."
      >
        <Checks name="texts" />
        <div>
          <ButtonLink href="/admin/settings/texts" variant="secondary">
            Text settings
          </ButtonLink>
        </div>
      </Card>
      <Card
        title="Address of the shop"
        text="The domain under which shoppers find you, such as www.example.in."
      >
        <Checks name="domain" />
        <div>
          <ButtonLink href="/admin/settings/domain" variant="secondary">
            Domain settings
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
