import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type TextSettings, textChange, textTest } from '../../../shared/contract/settings.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, MobileField, SelectField } from '../../ui/field.tsx';
import { FormSuccess } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { read, updateCached, useMay } from '../parts/data.ts';
import { SecretField } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { Card, FixedNotice } from './parts.tsx';

const states = {
  msg91: { label: 'Sent by MSG91', tone: 'success' },
  twilio: { label: 'Sent by Twilio', tone: 'success' },
  file: { label: 'Written to a file', tone: 'warning' },
  none: { label: 'None are sent', tone: 'warning' },
} as const;

/** The provider of texts, and its test. */
export default function TextsPage() {
  const texts = useQuery(read('GET /settings/texts'));
  return (
    <>
      <SettingsHead title="Texts">
        {texts.data && (
          <Badge tone={states[texts.data.provider].tone}>{states[texts.data.provider].label}</Badge>
        )}
      </SettingsHead>
      <Loaded query={texts} failed="Failed to load the settings of texts. Please try again.">
        {(settings) => (
          <div className="grid max-w-3xl gap-5">
            <Provider settings={settings} />
            {settings.provider !== 'none' && <Test isFile={settings.provider === 'file'} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

const inputOf = ({ provider, templateId, sid, from }: TextSettings) => ({
  provider: provider === 'twilio' ? provider : 'msg91',
  authKey: '',
  templateId,
  sid,
  token: '',
  from,
});
type Input = ReturnType<typeof inputOf>;

const requestOf = ({ provider, authKey, templateId, sid, token, from }: Input) =>
  provider === 'msg91'
    ? { provider, templateId, ...(authKey && { authKey }) }
    : { provider, sid, from, ...(token && { token }) };

function Provider({ settings }: { settings: TextSettings }) {
  const { fixedBy, provider } = settings;
  const mayChange = useMay()('settings.money');
  const form = useForm<Input>({
    start: inputOf(settings),
    check: (input) => errorsIn(textChange, requestOf(input)),
    async send(input) {
      const saved = await call('PUT /settings/texts', { body: textChange.parse(requestOf(input)) });
      updateCached('GET /settings/texts', () => saved);
      form.continueWith(inputOf(saved));
      toast('Texts are sent by this provider now. Send a test.', 'success');
    },
    failed: 'The provider could not be saved. Please try again.',
  });
  const hasProvider = provider === 'msg91' || provider === 'twilio';
  return (
    <Card
      title="Provider of texts"
      hint="Texts carry the codes with which shoppers sign in and confirm orders on delivery. In India, a text needs a header and a template that are registered (DLT)."
    >
      <FixedNotice fixedBy={fixedBy} />
      {!fixedBy && (
        <form {...form.props} aria-label="Provider of texts">
          <LeaveGuard wouldLose={form.wouldLose} />
          <fieldset disabled={!mayChange} className="grid min-w-0 gap-4 sm:grid-cols-2">
            <SelectField label="Provider" {...form.field('provider')}>
              <option value="msg91">MSG91</option>
              <option value="twilio">Twilio</option>
            </SelectField>
            <AccountFields form={form} stored={provider} />
            <div className="grid gap-3 sm:col-span-2">
              <ErrorText>{form.failure}</ErrorText>
              <div className="flex flex-wrap gap-3">
                <Button type="submit" busy={form.busy}>
                  Save
                </Button>
                {hasProvider && (
                  <Button variant="secondary" onClick={removeProvider}>
                    Remove the provider
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

type AccountProps = { form: ReturnType<typeof useForm<Input>>; stored: TextSettings['provider'] };

function AccountFields({ form, stored }: AccountProps) {
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true };
  if (form.values.provider === 'msg91')
    return (
      <>
        <SecretField label="Auth key" isStored={stored === 'msg91'} {...form.field('authKey')} />
        <Field
          label="Template ID"
          maxLength={100}
          hint="Of the flow at MSG91, whose template has the variable “code”."
          {...plain}
          {...form.field('templateId')}
        />
      </>
    );
  return (
    <>
      <Field label="Account SID" maxLength={100} {...plain} {...form.field('sid')} />
      <SecretField label="Auth token" isStored={stored === 'twilio'} {...form.field('token')} />
      <Field
        label="Sender"
        maxLength={34}
        hint="A number such as +14155550100, a messaging service (MG…), or a registered header."
        {...plain}
        {...form.field('from')}
      />
    </>
  );
}

const removeProvider = () =>
  confirm({
    title: 'Remove the provider of texts?',
    text: 'Shoppers can’t sign in by mobile number any more.',
    action: 'Remove the provider',
    async onConfirm() {
      const saved = await call('DELETE /settings/texts');
      updateCached('GET /settings/texts', () => saved);
    },
    failed: 'The provider could not be removed. Please try again.',
  });

function Test({ isFile }: { isFile: boolean }) {
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    start: { mobile: '' },
    check: (input) => errorsIn(textTest, input),
    async send({ mobile }) {
      setSentTo('');
      await call('POST /settings/texts/test', { body: textTest.parse({ mobile }) });
      setSentTo(mobile);
    },
    failed: 'The test text could not be sent. Please try again.',
  });
  return (
    <Card title="Test text" hint="It carries a code that works nowhere.">
      <form {...form.props} aria-label="Test text" className="grid gap-3">
        <MobileField label="Send to" required {...form.field('mobile')} />
        <ErrorText>{form.failure}</ErrorText>
        <FormSuccess>
          {sentTo &&
            (isFile
              ? 'There is no provider, so the text was written to a file of this machine.'
              : `The provider accepted the text to ${sentTo}.`)}
        </FormSuccess>
        <div>
          <Button type="submit" variant="secondary" busy={form.busy}>
            Send a test text
          </Button>
        </div>
      </form>
    </Card>
  );
}
