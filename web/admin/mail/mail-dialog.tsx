import { useQuery } from '@tanstack/react-query';
import { Download, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MailDetail, MailSummary } from '../../../shared/contract/mails.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SkeletonRows } from '../parts/page/page-head.tsx';
import { kindLabel, MailState } from './mail-state.tsx';

type Props = {
  /** Empty while the dialog is closed. */
  id: string;
  delivery: MailSummary['delivery'] | undefined;
  onClose: () => void;
};

/** One mail and its actions. */
export function MailDialog({ id, onClose, delivery }: Props) {
  const mail = useQuery({ ...read('GET /mails/:id', { params: { id } }), enabled: id !== '' });
  return (
    <Dialog
      open={id !== ''}
      onClose={onClose}
      variant="right"
      className="w-full max-w-184"
      title={mail.data?.subject || 'Mail'}
    >
      <div className="grid gap-4 p-5 text-sm">
        <Loaded
          query={mail}
          failed="Failed to load the mail. Please try again later."
          loading={<SkeletonRows rows={5} />}
          missing={<p>This mail does not exist any more.</p>}
        >
          {(data) => <Opened key={data._id} mail={data} onClose={onClose} delivery={delivery} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Opened(props: Omit<Props, 'id'> & { mail: MailDetail }) {
  const { mail, delivery } = props;
  const [asText, setAsText] = useState(false);
  const facts = Object.entries({
    To: mail.to,
    'Replies go to': mail.replyTo,
    Kind: kindLabel(mail.kind),
    Written: orderDate(mail.createdAt),
    [delivery === 'files' ? 'File written' : 'Sent']: mail.sentAt && orderDate(mail.sentAt),
    Attempts: (mail.attempts > 1 || mail.error) && String(mail.attempts),
    Attached: mail.invoice_of && 'The invoice of the order',
  }).filter(([, value]) => value);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <MailState mail={mail} sentWord={delivery === 'files' ? 'Written' : 'Sent'} />
        <Actions {...props} />
      </div>
      {mail.error && (
        <Notice tone="error" className="wrap-anywhere">
          The last attempt failed: {mail.error}
        </Notice>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {hasRedactedLink(mail) && (
        <p className="text-ink-soft">
          One-time links are only for the recipient: here they are shown as “…” and do not work.
        </p>
      )}
      <div>
        <div className="flex gap-1 border-b border-line">
          {['Formatted', 'Plain text'].map((name, i) => (
            <button
              key={name}
              type="button"
              aria-pressed={asText === (i === 1)}
              onClick={() => setAsText(i === 1)}
              className="min-h-11 border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-pressed:border-press aria-pressed:font-semibold aria-pressed:text-press lg:min-h-9"
            >
              {name}
            </button>
          ))}
        </div>
        {asText ? (
          <pre className="py-4 font-sans whitespace-pre-wrap wrap-anywhere">{mail.plain}</pre>
        ) : (
          <MailFrame html={mail.html} title={`Mail: ${mail.subject}`} />
        )}
      </div>
    </>
  );
}

const hasRedactedLink = ({ plain }: MailDetail) => /(reset-password\/|confirm-email\/|token=)…/.test(plain);

function Actions({ mail, delivery, onClose }: Omit<Props, 'id'> & { mail: MailDetail }) {
  const [problem, setProblem] = useState('');
  const params = { id: mail._id };

  const resend = useAction(async () => {
    setProblem('');
    try {
      const queued = await call('POST /mails/:id/resend', { params });
      toast('The mail is in the queue', 'success');
      void invalidate('GET /mails', 'GET /mails/summary', 'GET /mails/:id');
      // A mail that was already sent is sent as a new one, which is above it in the list.
      if (queued._id !== mail._id) onClose();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      setProblem(error.message);
    }
  }, 'Could not send. Please try again.');

  const download = useAction(
    async () => saveFile(await call('GET /mails/:id/file', { params }), 'mail.eml'),
    'Could not read the file. Please try again.',
  );

  const confirmResend = () =>
    confirm({
      title: 'Send this mail again?',
      action: 'Send again',
      text: `It was already sent to ${mail.to}, who will receive it a second time.`,
      onConfirm: () => resend.run(),
    });

  const words = { sent: 'Send again', waiting: 'Try now', failed: 'Try again' };
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap justify-end gap-2">
        {delivery === 'files' && mail.status === 'sent' && (
          <Button icon={Download} variant="secondary" action={download.run}>
            Download .eml
          </Button>
        )}
        {mail.to && (
          <Button
            variant="secondary"
            icon={RotateCw}
            busy={resend.busy}
            onClick={() => (mail.status === 'sent' ? confirmResend() : resend.run())}
          >
            {words[mail.status]}
          </Button>
        )}
      </div>
      <ErrorText className="max-w-xl">{problem}</ErrorText>
    </div>
  );
}

/** The HTML of a mail, in a frame that runs no scripts of it and loads nothing (server/http/mail-frame.ts). */
function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // A sandboxed frame has an opaque origin, which can't be named as the target.
    if (ready) frame.current?.contentWindow?.postMessage(html, '*');
  }, [ready, html]);
  return (
    <iframe
      ref={frame}
      title={title}
      src="/mail-frame"
      sandbox="allow-scripts"
      onLoad={() => setReady(true)}
      className="h-[60vh] w-full bg-paper-deep"
    />
  );
}
