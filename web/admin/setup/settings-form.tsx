import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type SiteInfoAdmin, siteInfoChange } from '../../../shared/contract/site-info.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { formQuery, invalidate, read } from '../parts/data.ts';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, type Form, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { PolicyNotice } from '../policies/policy-notice.tsx';
import { leadsOn } from './steps.ts';

/** The settings, for a form that starts with them. */
export function WithSettings({ children }: { children: (info: SiteInfoAdmin) => ReactNode }) {
  const info = useQuery({ ...read('GET /site-info/admin'), ...formQuery });
  return (
    <Loaded query={info} failed="Failed to load data. Please try again.">
      {(data) => children(data)}
    </Loaded>
  );
}

/**
 * A form for some of the settings. `bodyOf` makes the body of `PUT /site-info/admin`; only what differs from the saved
 * settings is sent, so that a form asks for no proof that its changes do not need.
 */
export function useSettingsForm<Values extends object>(
  info: SiteInfoAdmin,
  start: Values,
  bodyOf: (values: Values) => Record<string, unknown>,
) {
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm<Values>({
    start,
    check: (values) => errorsIn(siteInfoChange, bodyOf(values)),
    async send(values) {
      const before = new Map<string, unknown>(Object.entries(info));
      const changed = Object.entries(bodyOf(values)).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
      );
      if (changed.length > 0)
        await call('PUT /site-info/admin', { body: siteInfoChange.parse(Object.fromEntries(changed)) });
      form.continueWith(values);
      setIsSaved(true);
      toast('Saved', 'success');
      await invalidate('GET /setup', 'GET /site-info', 'GET /site-info/admin', 'GET /policies/review');
    },
    failed: 'It could not be saved. Please try again.',
  });
  return { ...form, isSaved: isSaved && !form.dirty };
}

/** The frame of such a form: its fields, beside them what shoppers see, and the button. */
export function SettingsForm<Values extends object>(props: {
  form: Pick<Form<Values>, 'props' | 'failure' | 'busy' | 'dirty' | 'wouldLose' | 'submit'> & {
    isSaved: boolean;
  };
  /** Whether something is still being uploaded. */
  busy?: boolean;
  preview: ReactNode;
  children: ReactNode;
}) {
  const { form, busy = false, preview, children } = props;
  return (
    <form
      {...form.props}
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:gap-8"
    >
      <div className="grid min-w-0 gap-5">
        {children}
        <ErrorText>{form.failure}</ErrorText>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy || busy}>
            {form.busy ? 'Saving...' : 'Save'}
          </Button>
          <span className="text-ink-soft">{form.dirty && 'Not saved yet'}</span>
        </div>
        {form.isSaved && <PolicyNotice />}
      </div>
      <Preview>{preview}</Preview>
      <LeaveGuard wouldLose={form.wouldLose} save={form.submit} savesFor={leadsOn} />
    </form>
  );
}

/** What shoppers see of a step. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Preview" className="min-w-0 lg:sticky lg:top-6">
      <p className="mb-2 text-xs font-medium text-ink-soft">What shoppers see</p>
      <div className="overflow-hidden rounded-md bg-paper-deep ring-1 ring-line">{children}</div>
    </section>
  );
}

/** A link in a sentence to another page of the back office. */
export const PageLink = (props: ComponentProps<typeof Link>) => (
  <Link className="text-press underline underline-offset-4" {...props} />
);
