import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type PaymentSettings,
  razorpayKeys,
  type WithWebhookSecret,
} from '../../../shared/contract/settings.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction, useMay } from '../parts/data.ts';
import { SecretField } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { NewTab, SettingsHead } from '../parts/page/page-head.tsx';
import { Card, CopyText, FixedNotice } from './parts.tsx';

/** How often the page looks for the first event while the admin sets the webhook up. */
const POLL_MS = 3000;

const modes = {
  sandbox: 'The built-in test mode is on: nobody pays.',
  test: 'Razorpay is used with test keys: nobody pays.',
  live: 'Razorpay is used with live keys: real payments are taken.',
};

/** The account at Razorpay: its keys, and the webhook by which it reports payments. */
export default function PaymentPage() {
  const payment = useQuery({
    ...read('GET /settings/payment'),
    refetchInterval: ({ state }) =>
      state.data && state.data.mode !== 'sandbox' && !state.data.webhook.lastEventAt ? POLL_MS : false,
  });
  /** A new webhook secret, which is shown once. */
  const [secret, setSecret] = useState('');
  function show({ webhookSecret, ...settings }: WithWebhookSecret) {
    updateCached('GET /settings/payment', () => settings);
    if (webhookSecret) setSecret(webhookSecret);
    void invalidate('GET /site-info');
  }
  return (
    <>
      <SettingsHead title="Payment" />
      <Loaded query={payment} failed="Failed to load the payment settings. Please try again.">
        {(settings) => (
          <div className="grid max-w-3xl gap-5">
            <Keys settings={settings} onSave={show} />
            {settings.mode !== 'sandbox' && <Webhook settings={settings} secret={secret} onReplace={show} />}
            {settings.mode !== 'sandbox' && !settings.fixedBy && <BackToTestMode />}
          </div>
        )}
      </Loaded>
    </>
  );
}

type Props = { settings: PaymentSettings };

/** The keys of the account. They are tried before they are stored. */
function Keys({ settings, onSave }: Props & { onSave: (saved: WithWebhookSecret) => void }) {
  const { fixedBy, mode, keyId } = settings;
  const mayChange = useMay()('settings.money');
  const failed = 'The keys could not be saved. Please try again.';
  const form = useForm({
    start: { keyId, keySecret: '' },
    check: (input) => errorsIn(razorpayKeys, input),
    async send(input) {
      const body = razorpayKeys.parse(input);
      await call('PUT /settings/payment', { body })
        .then(finish)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'other_account') throw error;
          confirm({
            title: 'Use another account?',
            text: error.message,
            action: 'Use these keys',
            onConfirm: async () =>
              finish(await call('PUT /settings/payment', { body: { ...body, isOtherAccount: true } })),
            failed,
          });
        });
    },
    failed,
  });
  function finish(saved: WithWebhookSecret) {
    form.continueWith({ keyId: saved.keyId, keySecret: '' });
    onSave(saved);
    toast(modes[saved.mode], 'success');
  }
  const kind = /^rzp_(test|live)_/.exec(form.values.keyId.trim())?.[1];
  return (
    <Card title="Razorpay keys" hint={modes[mode]}>
      <FixedNotice fixedBy={fixedBy} />
      {!fixedBy && (
        <form {...form.props} aria-label="Razorpay keys">
          <LeaveGuard wouldLose={form.wouldLose} />
          <fieldset disabled={!mayChange} className="grid min-w-0 gap-4">
            <p className="max-w-prose text-ink-soft">
              At{' '}
              <NewTab
                href="https://dashboard.razorpay.com/app/website-app-settings/api-keys"
                className="text-press underline underline-offset-4"
              >
                Razorpay
              </NewTab>
              , open Account &amp; Settings › API keys and create keys: test keys to try the shop, live keys
              to be paid.
            </p>
            <Field
              label="Key id"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              required
              placeholder="rzp_live_…"
              hint={
                kind &&
                (kind === 'live'
                  ? 'Live keys: customers really pay.'
                  : 'Test keys: no real payment is taken.')
              }
              {...form.field('keyId')}
            />
            <SecretField
              label="Key secret"
              isStored={mode !== 'sandbox'}
              required
              hint="Razorpay shows it once, when the keys are created."
              {...form.field('keySecret')}
            />
            <ErrorText>{form.failure}</ErrorText>
            <div>
              <Button type="submit" busy={form.busy}>
                {form.busy ? 'Checking…' : 'Check and save'}
              </Button>
            </div>
          </fieldset>
        </form>
      )}
    </Card>
  );
}

/** What has to be entered at Razorpay, and whether events arrive. */
function Webhook(props: Props & { secret: string; onReplace: (saved: WithWebhookSecret) => void }) {
  const { settings, secret, onReplace } = props;
  const { url, events, createdAt, hasPrevious, lastEventAt } = settings.webhook;
  const mayChange = useMay()('settings.money') && !settings.fixedBy;
  const replace = useAction(
    async () => onReplace(await call('POST /settings/payment/webhook-secret')),
    'The secret could not be created. Please try again.',
  );
  const end = useAction(async () => {
    const saved = await call('DELETE /settings/payment/webhook-secret/previous');
    updateCached('GET /settings/payment', () => saved);
  }, 'The previous secret could not be ended. Please try again.');
  return (
    <Card
      title="Webhook"
      hint="Razorpay reports payments and refunds to the shop. At Razorpay, open Account & Settings › Webhooks, add a webhook, and enter these."
      aside={
        <p role="status" className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={`size-3 rounded-full ${lastEventAt ? 'bg-leaf' : 'bg-line-strong'}`}
          />
          {lastEventAt ? `Events arrive, last ${orderDate(lastEventAt)}` : 'No event has arrived yet'}
        </p>
      }
    >
      <CopyText label="Webhook address" text={url} />
      {secret ? (
        <div role="status" className="grid gap-2">
          <CopyText label="Webhook secret" text={secret} />
          <p className="text-ink-soft">Copy it now. It is not shown again.</p>
        </div>
      ) : (
        <p>
          {createdAt
            ? `The secret was created on ${orderDate(createdAt)}. It is not shown again.`
            : 'The secret was set outside of the shop.'}
        </p>
      )}
      <CopyText label="Active events" text={events.join(', ')} />
      {!lastEventAt && (
        <p className="text-ink-soft">
          The light turns green when the first event arrives, for example after a test payment.
        </p>
      )}
      {hasPrevious && (
        <p className="text-ink-soft">
          Events with the previous secret are accepted too. End it once Razorpay uses the new one.
        </p>
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={replace.busy} onClick={() => replace.run()}>
            Replace the secret
          </Button>
          {hasPrevious && (
            <Button variant="secondary" busy={end.busy} disabled={!lastEventAt} onClick={() => end.run()}>
              End the previous secret
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

/** Removes the keys of a shop that has no real order yet. */
function BackToTestMode() {
  const mayChange = useMay()('settings.money');
  const remove = () =>
    confirm({
      title: 'Remove the keys of Razorpay?',
      text: 'The shop returns to its built-in test mode, in which nobody pays.',
      action: 'Remove the keys',
      async onConfirm() {
        const saved = await call('DELETE /settings/payment');
        updateCached('GET /settings/payment', () => saved);
        await invalidate('GET /site-info');
      },
      failed: 'The keys could not be removed. Please try again.',
    });
  if (!mayChange) return null;
  return (
    <Card title="Built-in test mode" hint="Possible until the first real order.">
      <div>
        <Button variant="secondary" onClick={remove}>
          Remove the keys
        </Button>
      </div>
    </Card>
  );
}
