import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SiteInfo } from '../../../shared/contract/content.ts';
import {
  type MailRecord,
  type MailSettings,
  mailServerChange,
  mailTest,
} from '../../../shared/contract/settings.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailField, Field, SelectField } from '../../ui/field.tsx';
import { FormSuccess } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useMay } from '../parts/data.ts';
import { CountField, SecretField } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import { Card, FixedNotice } from './parts.tsx';

/** The servers of common providers of mail. */
const presets = {
  gmail: {
    label: 'Gmail or Google Workspace',
    host: 'smtp.gmail.com',
    port: '465',
    security: 'tls',
    hint: 'Create an app password in your Google account, and enter it instead of your own password.',
  },
  zoho: {
    label: 'Zoho Mail',
    host: 'smtp.zoho.in',
    port: '465',
    security: 'tls',
    hint: 'With two-factor sign-in, create an app password at accounts.zoho.in.',
  },
  ses: {
    label: 'Amazon SES',
    host: 'email-smtp.ap-south-1.amazonaws.com',
    port: '587',
    security: 'starttls',
    hint: 'Create SMTP credentials in SES. The sender must be a verified identity there.',
  },
  brevo: {
    label: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: '587',
    security: 'starttls',
    hint: 'The user name is your Brevo login, the password an SMTP key.',
  },
} as const;

const securities = {
  tls: 'TLS (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
  none: 'None, on this machine only',
};

/** The mail server, its test, and what the domain of the sender says. */
export default function MailSettingsPage() {
  const mail = useQuery(read('GET /settings/mail'));
  const shop = useQuery(read('GET /site-info'));
  return (
    <>
      <SettingsHead title="Mail server">
        {mail.data && (
          <Badge tone={mail.data.server ? 'success' : 'warning'}>
            {mail.data.server ? 'Mails are sent' : 'Mails are written to files'}
          </Badge>
        )}
      </SettingsHead>
      <Loaded query={mail} failed="Failed to load the mail settings. Please try again.">
        {(settings) => (
          <div className="grid max-w-3xl gap-5">
            {!shop.isPending && <Server settings={settings} shop={shop.data} />}
            {!shop.isPending && <Test settings={settings} shop={shop.data} />}
            {settings.server && <Records key={settings.from} sender={settings.server.senderAddress} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

type Sender = Pick<SiteInfo, 'clientName' | 'email'>;
type Props = { settings: MailSettings; shop: Sender | undefined };

/** Without a server, the sender is the shop. */
const inputOf = ({ server }: MailSettings, shop?: Sender) => ({
  host: server?.host ?? '',
  port: String(server?.port ?? 465),
  security: server?.security ?? 'tls',
  user: server?.user ?? '',
  password: '',
  senderName: server ? server.senderName : (shop?.clientName ?? ''),
  senderAddress: server ? server.senderAddress : (shop?.email ?? ''),
});

const requestOf = ({ password, ...input }: ReturnType<typeof inputOf>) => ({
  ...input,
  port: Number(input.port),
  ...(password && { password }),
});

/** The server and the sender. The shop signs in there before they are stored. */
function Server({ settings, shop }: Props) {
  const { fixedBy, server } = settings;
  const mayChange = useMay()('settings.money');
  const [hint, setHint] = useState('');
  const form = useForm({
    start: inputOf(settings, shop),
    check: (input) => errorsIn(mailServerChange, requestOf(input)),
    async send(input) {
      const saved = await call('PUT /settings/mail', { body: mailServerChange.parse(requestOf(input)) });
      updateCached('GET /settings/mail', () => saved);
      form.continueWith(inputOf(saved));
      void invalidate('GET /settings/mail/records');
      toast('The mail server accepts the sign-in. Mails are sent by it now.', 'success');
    },
    failed: 'The mail server could not be saved. Please try again.',
  });
  const choose = (name: string) => {
    const preset = Object.entries(presets).find(([key]) => key === name)?.[1];
    setHint(preset?.hint ?? '');
    if (preset) form.change({ host: preset.host, port: preset.port, security: preset.security });
  };
  const chosen = Object.entries(presets).find(([, { host }]) => host === form.values.host.trim())?.[0];
  return (
    <Card
      title="Server and sender"
      hint={
        server
          ? `Mails are sent by ${server.host} as ${settings.from}.`
          : 'Without a server, mails are written to files of this machine, and customers get none.'
      }
    >
      <FixedNotice fixedBy={fixedBy} />
      {!fixedBy && (
        <form {...form.props} aria-label="Server and sender">
          <LeaveGuard wouldLose={form.wouldLose} />
          <fieldset disabled={!mayChange} className="grid min-w-0 gap-4 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <SelectField
                label="Provider"
                name="provider"
                value={chosen ?? ''}
                hint={hint}
                onChange={({ target }) => choose(target.value)}
              >
                <option value="">Another mail server</option>
                {Object.entries(presets).map(([key, { label }]) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </SelectField>
            </div>
            <ServerFields form={form} hasPassword={server?.hasPassword ?? false} />
            <div className="grid gap-3 sm:col-span-2">
              <ErrorText>{form.failure}</ErrorText>
              <div className="flex flex-wrap gap-3">
                <Button type="submit" busy={form.busy}>
                  {form.busy ? 'Signing in…' : 'Check and save'}
                </Button>
                {server && (
                  <Button variant="secondary" onClick={removeServer}>
                    Remove the server
                  </Button>
                )}
              </div>
            </div>
          </fieldset>
        </form>
      )}
    </Card>
  );
}

type ServerForm = { form: ReturnType<typeof useForm<ReturnType<typeof inputOf>>>; hasPassword: boolean };

function ServerFields({ form, hasPassword }: ServerForm) {
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  return (
    <>
      <Field label="Mail server" maxLength={253} required {...plain} {...form.field('host')} />
      <CountField label="Port" maxLength={5} required {...form.field('port')} />
      <SelectField label="Encryption" {...form.field('security')}>
        {Object.entries(securities).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field label="User name" optional maxLength={320} {...plain} {...form.field('user')} />
      <SecretField label="Password" isStored={hasPassword} required={false} {...form.field('password')} />
      <Field label="Name of the sender" optional maxLength={100} {...form.field('senderName')} />
      <Field
        label="Address of the sender"
        type="email"
        maxLength={254}
        required
        hint="Customers see it as the sender. Replies go to the email address of the shop."
        {...plain}
        {...form.field('senderAddress')}
      />
    </>
  );
}

const removeServer = () =>
  confirm({
    title: 'Remove the mail server?',
    text: 'Mails are written to files again, and customers get none.',
    action: 'Remove the server',
    async onConfirm() {
      const saved = await call('DELETE /settings/mail');
      updateCached('GET /settings/mail', () => saved);
    },
    failed: 'The server could not be removed. Please try again.',
  });

/** Sends a mail at once, and shows what the server replied. */
function Test({ settings: { server, waiting, failed }, shop }: Props) {
  const [sent, setSent] = useState<{ to: string; reply: string | null } | null>(null);
  const form = useForm({
    start: { to: shop?.email ?? '' },
    check: (input) => errorsIn(mailTest, input),
    async send({ to }) {
      setSent(null);
      setSent({ to, ...(await call('POST /settings/mail/test', { body: { to } })) });
    },
    failed: 'The test mail could not be sent. Please try again.',
  });
  return (
    <Card title="Test mail" hint="It is sent at once, and you see what the mail server replies.">
      <form {...form.props} aria-label="Test mail" className="grid gap-3">
        <EmailField label="Send to" required {...form.field('to')} />
        <ErrorText>{form.failure}</ErrorText>
        <FormSuccess className="wrap-anywhere">
          {sent &&
            (sent.reply === null
              ? `There is no mail server, so the mail to ${sent.to} was written to a file.`
              : `The mail server accepted the mail to ${sent.to}: ${sent.reply}`)}
        </FormSuccess>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="secondary" busy={form.busy}>
            Send a test mail
          </Button>
          <Link to="/admin/mail" className="text-press underline underline-offset-4">
            {failed > 0
              ? `${counted(failed, 'mail')} failed`
              : waiting > 0
                ? `${counted(waiting, 'mail')} waiting for another attempt`
                : 'All mails'}
          </Link>
        </div>
        {!server && <p className="text-ink-soft">Without a server, the test writes a file.</p>}
      </form>
    </Card>
  );
}

const recordStates: Record<MailRecord['state'], { label: string; tone: 'success' | 'warning' | 'danger' }> = {
  ok: { label: 'Found', tone: 'success' },
  missing: { label: 'Missing', tone: 'danger' },
  wrong: { label: 'To correct', tone: 'danger' },
  unknown: { label: 'Not known', tone: 'warning' },
};

/** Domains in which everybody can have a mailbox: their records are the provider's. */
const sharedDomains = /^(gmail|googlemail|yahoo|ymail|outlook|hotmail|live|icloud|rediffmail|aol|proton)\./i;

/** SPF, DKIM and DMARC: without them, mails of the shop are likely to land in spam. */
function Records({ sender }: { sender: string }) {
  const domain = sender.slice(sender.indexOf('@') + 1);
  const isShared = sharedDomains.test(domain);
  const records = useQuery({ ...read('GET /settings/mail/records'), enabled: !isShared });
  if (isShared)
    return (
      <Card title="Records of the domain">
        <p>
          The records of {domain} are its provider’s. Send through that provider’s own server, or use an
          address of your own domain, such as orders@example.in.
        </p>
      </Card>
    );
  return (
    <Card
      title="Records of the domain"
      hint="By these records, other mail servers recognise genuine mails. Without them, yours can land in spam. Add what is missing where you bought the domain, under DNS."
    >
      <div>
        <Button variant="secondary" busy={records.isFetching} onClick={() => void records.refetch()}>
          Look up again
        </Button>
      </div>
      <Loaded query={records} failed="The records could not be looked up. Please try again.">
        {(data) => (
          <ul aria-label={`Records of ${data.domain}`} className="grid gap-4">
            {data.records.map(({ kind, state, found, advice }) => (
              <li key={kind} className="grid gap-1">
                <p className="flex items-center gap-3">
                  <span className="font-medium">{kind}</span>
                  <Badge tone={recordStates[state].tone}>{recordStates[state].label}</Badge>
                </p>
                {found && <code className="wrap-anywhere text-ink-soft">{found}</code>}
                {advice && <p className="wrap-anywhere">{advice}</p>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
