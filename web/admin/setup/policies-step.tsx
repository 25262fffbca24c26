import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PolicyReview } from '../../../shared/contract/policies.ts';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { EmailField, Field, SelectField } from '../../ui/field.tsx';
import { PolicyText } from '../../ui/text/policy-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { CountField } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { Card } from './card.tsx';
import { useSettingsForm, WithSettings } from './settings-form.tsx';
import { leadsOn } from './steps.ts';

/** Questions, and the four policies that are written from their answers and the settings. */
export function PoliciesStep() {
  const reviews = useQuery(read('GET /policies/review'));
  return (
    <div className="grid gap-6">
      <WithSettings>{(info) => <Questions info={info} />}</WithSettings>
      <Loaded query={reviews} failed="Failed to load data. Please try again.">
        {({ data }) => (
          <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {data.map((review) => (
              <Draft key={review.template.type} review={review} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

const wholeOf = (text: string) => (text.trim() ? Number(text) : null);

function Questions({ info }: { info: SiteInfoAdmin }) {
  const { returnDays, policyAnswers, grievanceOfficer } = info;
  const form = useSettingsForm(
    info,
    {
      takesBack: returnDays === null ? '' : returnDays === 0 ? 'no' : 'yes',
      returnDays: returnDays ? String(returnDays) : '',
      returnShipping: policyAnswers.returnShipping ?? '',
      exchanges: policyAnswers.exchanges ?? '',
      refundDays: String(policyAnswers.refundDays ?? ''),
      notReturnable: policyAnswers.notReturnable,
      officer: grievanceOfficer.name,
      officerEmail: grievanceOfficer.email,
      officerPhone: grievanceOfficer.phone,
    },
    (values) => ({
      returnDays:
        values.takesBack === 'no'
          ? 0
          : values.takesBack === 'yes'
            ? (wholeOf(values.returnDays) ?? Number.NaN)
            : null,
      policyAnswers: {
        returnShipping: values.returnShipping || null,
        exchanges: values.exchanges || null,
        refundDays: wholeOf(values.refundDays),
        notReturnable: values.notReturnable,
      },
      grievanceOfficer: {
        name: values.officer,
        email: values.officerEmail || (values.officer && !values.officerPhone ? info.email : ''),
        phone: values.officerPhone,
      },
    }),
  );
  const { values, errors } = form;
  const field = (name: Exclude<keyof typeof values, 'returnDays'>, path: string) => ({
    ...form.field(name),
    error: errors[path] ?? errors[name],
  });
  return (
    <Card
      title="Questions"
      text="What you leave open gets the usual answer. Delivery charge, days until dispatch and cash on delivery come from their own steps."
    >
      <form {...form.props} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField label="Do you take products back?" {...form.field('takesBack')}>
            <option value="">Not answered</option>
            <option value="yes">Yes</option>
            <option value="no">Only damaged or wrong ones</option>
          </SelectField>
          {values.takesBack === 'yes' && (
            <>
              <CountField
                label="Within how many days?"
                required
                maxLength={3}
                {...form.field('returnDays')}
              />
              <SelectField
                label="Who pays for sending back?"
                {...field('returnShipping', 'policyAnswers.returnShipping')}
              >
                <option value="">Not answered</option>
                <option value="shopper">The shopper</option>
                <option value="shop">The shop</option>
              </SelectField>
              <SelectField label="Do you exchange?" {...field('exchanges', 'policyAnswers.exchanges')}>
                <option value="">Not answered</option>
                <option value="same-item">For another size or colour</option>
                <option value="none">No</option>
              </SelectField>
            </>
          )}
          <CountField
            label="Refund within how many business days?"
            maxLength={2}
            {...field('refundDays', 'policyAnswers.refundDays')}
          />
          {values.takesBack === 'yes' && (
            <Field
              label="What can’t be returned?"
              optional
              maxLength={300}
              placeholder="earrings, food, made to order"
              {...field('notReturnable', 'policyAnswers.notReturnable')}
            />
          )}
        </div>
        <fieldset className="grid items-start gap-4 sm:grid-cols-3">
          <legend className="mb-1.5 font-medium">Who handles complaints? (Grievance officer)</legend>
          <Field label="Name" optional maxLength={100} {...field('officer', 'grievanceOfficer.name')} />
          <EmailField
            optional
            placeholder={info.email}
            {...field('officerEmail', 'grievanceOfficer.email')}
          />
          <Field
            label="Phone"
            type="tel"
            optional
            maxLength={30}
            {...field('officerPhone', 'grievanceOfficer.phone')}
          />
        </fieldset>
        <ErrorText>{form.failure}</ErrorText>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy}>
            Write the drafts
          </Button>
          <span className="text-ink-soft">
            {form.dirty ? 'Not saved yet' : form.isSaved && 'The drafts below have your answers.'}
          </span>
        </div>
        <LeaveGuard wouldLose={form.wouldLose} save={form.submit} savesFor={leadsOn} />
      </form>
    </Card>
  );
}

/** A policy as it is, or its draft, with what is wrong, and the button that publishes it. */
function Draft({ review: { template, policy, isDraft, outdated } }: { review: PolicyReview }) {
  const { type, title } = template;
  const [showsNew, setShowsNew] = useState(false);
  const isPublished = policy?.isActive ?? false;
  const saveTemplate = async () => {
    await call('POST /policies', { body: { ...template, version: policy?.version ?? 0 } });
  };
  const act = useAction(async (what: 'publish' | 'use-draft') => {
    if (what === 'use-draft' || !policy) await saveTemplate();
    if (what === 'publish' && policy)
      await call('PATCH /policies/:idOrType/toggle', { params: { idOrType: type } });
    setShowsNew(false);
    toast(what === 'publish' ? `${title} is published` : `${title} has the new text`, 'success');
    await invalidate('GET /policies/review', 'GET /policies', 'GET /policies/:idOrType', 'GET /setup');
  }, 'Could not save. Please try again.');
  const useDraft = () =>
    confirm({
      title: 'Use the new draft?',
      action: 'Use the draft',
      text: `The draft replaces the text of “${title}”${isPublished ? ', also on its public page' : ''}.`,
      onConfirm: () => act.run('use-draft'),
    });
  const lastUpdated = policy?.lastUpdated ?? new Date().toISOString();
  const draft = {
    type,
    title,
    html: template.content,
    sections: template.sections.map(({ heading, content }, order) => ({ heading, html: content, order })),
    lastUpdated,
  };
  return (
    <li className="grid content-start gap-3 rounded-md bg-card p-4 ring-1 ring-line">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-base">{title}</h2>
        <Badge tone={isPublished ? 'success' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
      </div>
      {outdated.map(({ says, now, setting }) => (
        <p key={says} className="flex gap-2 rounded-sm bg-turmeric-tint px-3 py-2 text-turmeric-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            “{says}” is not true any more ({setting}). {now ? `Now: “${now}”` : 'Nothing replaces it.'}
          </span>
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        {!isPublished && (
          <Button busy={act.busy} onClick={() => act.run('publish')} aria-label={`Publish ${title}`}>
            Publish
          </Button>
        )}
        {policy && !isDraft && (
          <Button variant={outdated.length > 0 ? 'primary' : 'secondary'} onClick={useDraft}>
            Use the new draft
          </Button>
        )}
        <ButtonLink
          href={`/admin/policy-dashboard?policy=${type}`}
          variant="secondary"
          aria-label={`Edit ${title}`}
        >
          Edit
        </ButtonLink>
      </div>
      {policy && !isDraft && (
        <button
          type="button"
          aria-pressed={showsNew}
          onClick={() => setShowsNew(!showsNew)}
          className="min-h-11 justify-self-start text-press underline underline-offset-4"
        >
          {showsNew ? 'Show the policy' : 'Show the new draft'}
        </button>
      )}
      <section
        aria-label={`Text of ${title}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="max-h-96 overflow-y-auto border-t border-line mask-b-from-85% pt-3 pb-10 **:text-sm"
      >
        <PolicyText policy={showsNew || !policy ? draft : policy} level={2} />
      </section>
      {isPublished && <TextLink href={`/${type}`}>View in store</TextLink>}
    </li>
  );
}
