import { useQuery } from '@tanstack/react-query';
import { Download, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type MailDetail,
  type MailRow,
  type MailSummary,
  mailKinds,
} from '../../../shared/contract/mails.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { ApiError, call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Choice, Filters, useAddress } from '../parts/list/filters.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';

/** All mails of the shop: sent, waiting and failed (contract §5). */
export default function MailPage() {
  const address = useAddress(['search', 'status', 'kind']);
  const { get, put, field, query, filtered } = address;
  const list = useQuery({ ...read('GET /mails', { query }), ...pageQuery });
  const { data: summary, isPending } = useQuery(read('GET /mails/summary'));
  const sentWord = summary?.delivery === 'files' ? 'Written' : 'Sent';
  // Opening a mail keeps the page of the list.
  const open = (mail: string) => put({ mail, page: get('page') });

  return (
    <>
      <SettingsHead title="Sent mails">
        {summary && summary.failed > 0 && <RetryFailed failed={summary.failed} />}
      </SettingsHead>
      {/* Nothing is shown before the text above it, which would move it. */}
      {isPending ? (
        <SkeletonRows />
      ) : (
        <>
          {summary && <Delivery summary={summary} />}
          <Filters address={address} search={['Search mails', 'Search address or subject']}>
            <Choice
              label="State"
              all="Any state"
              options={{ sent: sentWord, waiting: 'Waiting', failed: 'Failed' }}
              {...field('status')}
            />
            <Choice label="Kind" all="All kinds" options={mailKinds} {...field('kind')} />
          </Filters>
          <List
            query={list}
            className="table-fixed two-columns"
            columns={[
              {
                name: 'Subject',
                className: 'max-lg:col-span-2',
                cell: (mail) => (
                  <button
                    type="button"
                    onClick={() => open(mail._id)}
                    className="block h-11 w-full truncate text-left font-medium text-press underline-offset-4 hover:underline lg:h-9"
                  >
                    {mail.subject || 'Removed at the recipient’s request'}
                  </button>
                ),
              },
              {
                name: 'To',
                className: 'truncate text-ink-soft max-lg:col-span-2',
                cell: ({ to }) => <span title={to}>{to || '—'}</span>,
              },
              {
                name: 'Kind',
                className: 'text-ink-soft max-lg:text-xs lg:w-44',
                cell: ({ kind }) => kindLabel(kind),
              },
              {
                name: 'State',
                className: 'max-lg:order-1 max-lg:col-span-2 lg:w-52',
                cell: (mail) => <MailState mail={mail} sentWord={sentWord} />,
              },
              {
                name: 'Written',
                className: 'figures whitespace-nowrap text-ink-soft max-lg:text-xs lg:w-48',
                cell: ({ createdAt }) => orderDate(createdAt),
              },
            ]}
            failed="Failed to load mails. Please try again later."
            empty={{
              title: filtered ? 'No mails found' : 'No mails yet',
              text: 'Mails to shoppers and to you are stored here.',
            }}
            address={address}
            noun="mail"
          />
        </>
      )}
      <MailDialog id={get('mail')} delivery={summary?.delivery} onClose={() => open('')} />
    </>
  );
}

function Delivery({ summary }: { summary: MailSummary }) {
  const { delivery, where, from } = summary;
  if (delivery === 'smtp') {
    return (
      <p className="mb-4 text-ink-soft wrap-anywhere">
        Mails go out through {where}, from {from}.
      </p>
    );
  }
  return (
    <Notice className="mb-4 max-w-3xl wrap-anywhere">
      No mail server is set up, so these mails are not sent yet. Each one is written as a file in{' '}
      <code className="text-[0.9em]">{where}</code> and can be read here. Set{' '}
      <code className="text-[0.9em]">SMTP_URL</code> and restart the shop to send mails.
    </Notice>
  );
}

function RetryFailed({ failed }: { failed: number }) {
  const retry = useAction(async () => {
    const { queued, left } = await call('POST /mails/resend-failed');
    const rest = left > 0 ? ` ${left} left: open them to see why.` : '';
    toast(`${counted(queued, 'mail')} ${queued === 1 ? 'goes' : 'go'} out again.${rest}`, 'success');
    void invalidate('GET /mails', 'GET /mails/summary');
  }, 'Could not send. Please try again.');
  return (
    <Button variant="secondary" action={retry.run}>
      Try all failed again ({failed})
    </Button>
  );
}

type Props = {
  /** Empty while the dialog is closed. */
  id: string;
  delivery: MailSummary['delivery'] | undefined;
  onClose: () => void;
};

function MailDialog({ id, onClose, delivery }: Props) {
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

/** The word for a mail that has left the shop: without a mail server it was written as a file. */
type SentWord = 'Sent' | 'Written';

function MailState({ mail, sentWord }: { mail: MailRow; sentWord: SentWord }) {
  const { status, attempts, nextTryAt } = mail;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {status === 'sent' && <Badge tone="success">{sentWord}</Badge>}
      {status === 'failed' && <Badge tone="danger">Failed</Badge>}
      {status === 'waiting' && <Badge tone="warning">Waiting</Badge>}
      {attempts > 0 && nextTryAt && (
        <span className="figures text-xs text-ink-soft">next try {orderDate(nextTryAt)}</span>
      )}
    </span>
  );
}

/** The name of a kind of mail; a kind without a name is shown as it is stored. */
const kindLabel = (kind: string): string =>
  new Map(Object.entries<string>(mailKinds)).get(kind) ?? kind.replaceAll('-', ' ');
