import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AddressCheck,
  addressInput,
  type DomainSettings,
  domainChange,
} from '../../../shared/contract/settings.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { read, updateCached, useAction, useMay } from '../parts/data.ts';
import { Check } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { Card, FixedNotice } from './parts.tsx';

/** The public address of the shop, and the proxy in front of it. */
export default function DomainPage() {
  const domain = useQuery(read('GET /settings/domain'));
  return (
    <>
      <SettingsHead title="Domain" />
      <Loaded query={domain} failed="Failed to load the settings of the domain. Please try again.">
        {(settings) => (
          <div className="grid max-w-3xl gap-5">
            <Address settings={settings} />
            <ProxyCard settings={settings} />
          </div>
        )}
      </Loaded>
    </>
  );
}

const tones: Record<AddressCheck['state'], 'success' | 'info' | 'error'> = {
  ok: 'success',
  local: 'info',
  plain: 'info',
  other: 'error',
  unreachable: 'error',
};

function Address({ settings: { fixedBy, publicUrl } }: { settings: DomainSettings }) {
  const mayChange = useMay()('settings.money');
  const [result, setResult] = useState<AddressCheck | null>(null);
  const form = useForm({
    start: { publicUrl, isUnchecked: false },
    check: (input) => errorsIn(domainChange, input),
    async send(input) {
      setResult(null);
      const saved = await call('PUT /settings/domain', { body: domainChange.parse(input) });
      updateCached('GET /settings/domain', () => saved);
      form.continueWith({ publicUrl: saved.publicUrl, isUnchecked: false });
      toast('The public address was saved. Pages and mails use it from now on.', 'success');
    },
    failed: 'The address could not be saved. Please try again.',
  });
  const check = useAction(async () => {
    const body = addressInput.parse({ publicUrl: fixedBy ? publicUrl : form.values.publicUrl });
    setResult(await call('POST /settings/domain/check', { body }));
  }, 'The address could not be checked. Please try again.');
  return (
    <Card
      title="Public address"
      hint="Where customers find the shop. Links in mails, search engines and payment pages use it. Passkeys belong to one address: who uses them sets them up again after a change."
    >
      <FixedNotice fixedBy={fixedBy} />
      <form {...form.props} aria-label="Public address">
        <LeaveGuard wouldLose={form.wouldLose} />
        <fieldset disabled={!mayChange || fixedBy !== null} className="grid min-w-0 gap-4">
          <Field
            label="Public address"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            required
            placeholder="https://shop.example.in"
            {...form.field('publicUrl')}
          />
          {form.errors.publicUrl && (
            <Check tall {...form.flag('isUnchecked')}>
              Save it although it does not lead to this shop yet
            </Check>
          )}
        </fieldset>
        <div className="mt-4 grid gap-3">
          <ErrorText>{form.failure}</ErrorText>
          {result && (
            <Notice role="status" tone={tones[result.state]} className="wrap-anywhere">
              {result.text}
            </Notice>
          )}
          <div className="flex flex-wrap gap-3">
            {!fixedBy && (
              <Button type="submit" disabled={!mayChange} busy={form.busy}>
                {form.busy ? 'Checking…' : 'Check and save'}
              </Button>
            )}
            <Button variant="secondary" busy={check.busy} onClick={() => check.run()}>
              Check only
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}

/** A proxy that is not trusted hides the addresses of visitors, so that all of them share one limit. */
function ProxyCard({ settings: { proxy } }: { settings: DomainSettings }) {
  const { fixedBy, trusted, untrusted } = proxy;
  const mayChange = useMay()('settings.money') && !fixedBy;
  const trust = useAction(async () => {
    const saved = await call('POST /settings/domain/proxy');
    updateCached('GET /settings/domain', () => saved);
    toast('The proxy is trusted now.', 'success');
  }, 'The proxy could not be trusted. Please try again.');
  const forget = useAction(async () => {
    const saved = await call('DELETE /settings/domain/proxy');
    updateCached('GET /settings/domain', () => saved);
  }, 'The proxies could not be removed. Please try again.');
  return (
    <Card
      title="Proxy"
      hint="A shop on the internet usually has a proxy in front, which provides HTTPS. The shop must trust it to know visitors apart."
    >
      <FixedNotice fixedBy={fixedBy} />
      {untrusted && (
        <Notice>
          A proxy at {untrusted} forwards the requests, but the shop does not trust it: all visitors share one
          limit.
        </Notice>
      )}
      {!untrusted && trusted.length === 0 && <p>Your request came without a proxy.</p>}
      {trusted.length > 0 && <p className="wrap-anywhere">Trusted: {trusted.join(', ')}</p>}
      {mayChange && (untrusted || trusted.length > 0) && (
        <div className="flex flex-wrap gap-3">
          {untrusted && (
            <Button busy={trust.busy} onClick={() => trust.run()}>
              Trust this proxy
            </Button>
          )}
          {trusted.length > 0 && (
            <Button variant="secondary" busy={forget.busy} onClick={() => forget.run()}>
              Trust no proxy
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
