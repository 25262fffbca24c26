import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { MailDetail, MailSummary } from '../../../shared/contract/mails.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { ApiError, api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { LoadError, SkeletonRows } from '../parts/page-head.tsx';
import { save } from '../parts/save.ts';
import { showFailure } from '../parts/show-failure.ts';
import { useCall } from '../parts/use-call.ts';
import { MailFrame } from './mail-frame.tsx';
import { kindLabel, MailState } from './rows.tsx';

type Props = {
  /** Empty while closed. */
  id: string;
  delivery: MailSummary['delivery'] | undefined;
  onClose: () => void;
  onChanged: () => void;
};

/** One mail to read, and what can be done with it. */
export function MailDialog({ id, onClose, ...rest }: Props) {
  const path = id ? `/mails/${encodeURIComponent(id)}` : null;
  const mail = useCall<MailDetail>(path, 'Failed to load the mail. Please try again later.');
  const shown = mail.data?._id === id ? mail.data : undefined;
  return (
    <Dialog
      open={id !== ''}
      onClose={onClose}
      variant="right"
      className="w-full max-w-184"
      title={shown?.subject || 'Mail'}
    >
      <div className="grid gap-4 p-5 text-sm">
        {mail.missing && <p>There is no such mail any more.</p>}
        {mail.error && !mail.missing && <LoadError message={mail.error} onRetry={mail.reload} />}
        {!shown && !mail.error && id && <SkeletonRows rows={5} />}
        {shown && <Opened key={shown._id} mail={shown} onReload={mail.reload} onClose={onClose} {...rest} />}
      </div>
    </Dialog>
  );
}

function Opened(props: Omit<Props, 'id'> & { mail: MailDetail; onReload: () => void }) {
  const { mail, delivery } = props;
  const [asText, setAsText] = useState(false);
  const facts: [string, string][] = [
    ['To', mail.to],
    ['Answers go to', mail.replyTo],
    ['Kind', kindLabel(mail.kind)],
    ['Written', orderDate(mail.createdAt)],
    [delivery === 'files' ? 'File made' : 'Sent', mail.sentAt ? orderDate(mail.sentAt) : ''],
    ['Tries', mail.attempts > 1 || mail.error ? String(mail.attempts) : ''],
    ['Attached', mail.invoice_of ? 'The invoice of the order' : ''],
  ];
  const tab =
    'min-h-11 border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-pressed:border-press aria-pressed:font-semibold aria-pressed:text-press lg:min-h-9';
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <MailState mail={mail} gone={delivery === 'files' ? 'Written' : 'Sent'} />
        <Actions {...props} />
      </div>
      {mail.error && (
        <p className="rounded-md bg-madder-tint px-4 py-3 text-madder wrap-anywhere">
          The last try failed: {mail.error}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {hasRedactedLink(mail) && (
        <p className="text-ink-soft">
          One-time links are for the reader alone: here they show as “…” and open nothing.
        </p>
      )}
      <div>
        <div className="flex gap-1 border-b border-line">
          <button type="button" aria-pressed={!asText} onClick={() => setAsText(false)} className={tab}>
            MailContent
          </button>
          <button type="button" aria-pressed={asText} onClick={() => setAsText(true)} className={tab}>
            Plain text
          </button>
        </div>
        {asText ? (
          <pre className="py-4 font-sans whitespace-pre-wrap wrap-anywhere">{mail.plain}</pre>
        ) : (
          <MailFrame html={mail.html} title={`MailContent: ${mail.subject}`} />
        )}
      </div>
    </>
  );
}

const hasRedactedLink = ({ plain }: MailDetail) => /(reset-password\/|confirm-email\/|token=)…/.test(plain);

function Actions({
  mail,
  delivery,
  onReload,
  onClose,
  onChanged,
}: Omit<Props, 'id'> & { mail: MailDetail; onReload: () => void }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');

  async function resend() {
    setBusy(true);
    setRefusal('');
    try {
      const queued = await api.post<MailDetail>(`/mails/${mail._id}/resend`);
      toast('The mail is in the queue', 'success');
      onChanged();
      // A mail that was sent stays; the new one stands above it in the list.
      if (queued._id === mail._id) onReload();
      else onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefusal(error.message);
      else showFailure(error, 'Could not send. Please try again.');
    }
    setBusy(false);
  }

  async function download() {
    try {
      save(await api.blob(`/mails/${mail._id}/file`), 'mail.eml');
    } catch (error) {
      showFailure(error, 'Could not read the file. Please try again.');
    }
  }

  const words = { sent: 'Send again', waiting: 'Try now', failed: 'Try again' };
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap justify-end gap-2">
        {delivery === 'files' && mail.status === 'sent' && (
          <Button variant="secondary" onClick={download}>
            <Download className="size-4" aria-hidden="true" />
            Download .eml
          </Button>
        )}
        {mail.to && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={mail.status === 'sent' ? () => setAsking(true) : resend}
          >
            {!busy && <RotateCw className="size-4" aria-hidden="true" />}
            {words[mail.status]}
          </Button>
        )}
      </div>
      {refusal && (
        <p role="alert" className="max-w-xl text-madder">
          {refusal}
        </p>
      )}
      <Confirm
        open={asking}
        title="Send this mail again?"
        action="Send again"
        onClose={() => setAsking(false)}
        onConfirm={resend}
      >
        <p>
          It has been sent to <strong>{mail.to}</strong> already, who will get it a second time.
        </p>
      </Confirm>
    </div>
  );
}
