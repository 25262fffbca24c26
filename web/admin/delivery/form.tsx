import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { indianStates } from '../../../shared/contact/indian-states.ts';
import {
  type DeliveryTrialResult,
  deliverySettings,
  deliveryTrial,
} from '../../../shared/contract/orders/delivery.ts';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { shortRupees } from '../../../shared/money.ts';
import { arrivalText, codText, notServedText } from '../../../shared/orders/delivery.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { read } from '../parts/data.ts';
import { AmountField, Check, CheckList, CountField } from '../parts/form/fields.tsx';
import { RowList } from '../parts/form/row-list.tsx';
import { LeaveGuard, SaveBar } from '../parts/form/save-bar.tsx';
import { type Form, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { failureText } from '../parts/show-failure.ts';
import { amountIn, counted } from '../parts/text.ts';
import { PolicyNotice } from '../policies/policy-notice.tsx';
import { Card } from './card.tsx';
import { bodyOf, type Draft, draftOf, errorsOf, newPickupPoint, newZone, type ZoneDraft } from './draft.ts';
import { LiveCouriers } from './live-couriers.tsx';
import { Terms } from './terms.tsx';

type Props = { form: Form<Draft> };

/** Zones, working days and holidays. */
export function DeliveryForm({ first }: { first: SiteInfoAdmin }) {
  const hasList = (useQuery(read('GET /settings/delivery/pins')).data?.courier ?? 0) > 0;
  const saved = useRef(first);
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm<Draft>({
    start: draftOf(first.delivery),
    check: errorsOf,
    async send(draft) {
      const delivery = deliverySettings.parse(bodyOf(draft));
      const put = (version: number) => call('PUT /site-info/admin', { body: { delivery, version } });
      saved.current = await put(saved.current.version).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'site_info_changed') throw error;
        // Another part of the settings may have changed.
        const current = await call('GET /site-info/admin');
        if (JSON.stringify(current.delivery) !== JSON.stringify(saved.current.delivery)) throw error;
        return put(current.version);
      });
      form.continueWith(draftOf(saved.current.delivery), draft);
      setIsSaved(true);
      toast('Delivery saved', 'success');
    },
    failed: 'The delivery settings could not be saved. Please try again.',
    toasts: true,
  });
  return (
    <form {...form.props} aria-label="Delivery" className="grid max-w-4xl gap-5">
      <LeaveGuard wouldLose={form.wouldLose} />
      <Card title="Zones">
        <p className="max-w-prose text-ink-soft">
          A PIN code belongs to the zone that names it most specifically: the one that lists the PIN code,
          else the one with the most of its first digits, else the one of its state, else “Everywhere else”.
          The order of the zones does not matter.
        </p>
        <RowList
          {...form.list('zones')}
          noun="zone"
          max={50}
          newRow={newZone}
          needsConfirm={({ name, states, prefixes, pins }) =>
            Boolean(name + prefixes + pins || states.length)
          }
        >
          {(zone, index, set) => <Zone form={form} zone={zone} index={index} set={set} />}
        </RowList>
      </Card>
      <Card title="Everywhere else">
        <p className="text-ink-soft">All PIN codes that belong to no zone.</p>
        <Terms
          form={form}
          path="elsewhere"
          terms={form.values.elsewhere}
          set={(change) => form.change((before) => ({ elsewhere: change(before.elsewhere) }), ['elsewhere'])}
        />
        <p className="text-sm text-ink-soft">
          A charge by cart total counts the products after discounts, one by weight what they weigh. Without
          days, no date of delivery is shown.
        </p>
        <Check disabled={!hasList && !form.values.listedPinsOnly} {...form.flag('listedPinsOnly')}>
          Deliver only to PIN codes in the list of your courier, which is imported below
        </Check>
      </Card>
      <LiveCouriers form={form} />
      <Card title="Try it out">
        <TryOut draft={form.values} />
      </Card>
      <Card title="Pickup">
        <p className="max-w-prose text-ink-soft">
          Places where buyers pick up their orders, free of charge. Checkout offers those that are open. The
          place of supply is your state.
        </p>
        <RowList
          {...form.list('pickup')}
          noun="place"
          max={20}
          newRow={newPickupPoint}
          needsConfirm={({ name, address }) => Boolean(name + address)}
        >
          {(point, index, set) => (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Name" required maxLength={60} {...form.field(`pickup.${index}.name`)} />
              <Field
                label="Hours"
                optional
                maxLength={100}
                placeholder="Mon to Sat, 10 am to 7 pm"
                {...form.field(`pickup.${index}.hours`)}
              />
              <TextAreaField
                label="Address"
                required
                rows={2}
                maxLength={300}
                {...form.field(`pickup.${index}.address`)}
              />
              <CountField
                label="Ready after (working days)"
                required
                maxLength={2}
                hint="0: on the day of the order."
                {...form.field(`pickup.${index}.days`)}
              />
              <Check
                checked={point.isOpen}
                onChange={({ target }) => set((before) => ({ ...before, isOpen: target.checked }))}
              >
                Checkout offers this place
              </Check>
            </div>
          )}
        </RowList>
      </Card>
      <WorkingDays form={form} />
      <Card title="Holidays">
        <p className="text-ink-soft">Days on which nothing is dispatched or delivered.</p>
        <RowList
          {...form.list('holidays')}
          noun="holiday"
          max={100}
          titled={false}
          newRow={{ date: '', name: '' }}
        >
          {(_, index) => (
            <div className="grid gap-4 pr-24 sm:grid-cols-2">
              <Field label="Date" type="date" required {...form.field(`holidays.${index}.date`)} />
              <Field label="Name" required maxLength={60} {...form.field(`holidays.${index}.name`)} />
            </div>
          )}
        </RowList>
      </Card>
      {isSaved && !form.dirty && <PolicyNotice />}
      <SaveBar>
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </SaveBar>
    </form>
  );
}

function Zone({
  form,
  zone,
  index,
  set,
}: Props & { zone: ZoneDraft; index: number; set: (change: (zone: ZoneDraft) => ZoneDraft) => void }) {
  const path = `zones.${index}` as const;
  const { states } = zone;
  return (
    <div className="grid gap-4">
      <Field label="Name" required maxLength={60} {...form.field(`${path}.name`)} />
      <details open={states.length > 0 && states.length <= 3}>
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          States: {states.length > 3 ? counted(states.length, 'state') : states.join(', ') || 'none'}
        </summary>
        <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          <CheckList
            options={indianStates.map(({ name }) => ({ _id: name, name }))}
            chosen={states}
            onChange={(chosen) => set((before) => ({ ...before, states: chosen }))}
          />
        </div>
      </details>
      <ErrorText>{form.errors[`${path}.states`]}</ErrorText>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField
          label="PIN codes that begin with"
          optional
          rows={2}
          inputMode="numeric"
          hint="The first digits, such as 560, 561."
          {...form.field(`${path}.prefixes`)}
        />
        <TextAreaField
          label="PIN codes"
          optional
          rows={2}
          inputMode="numeric"
          hint="Whole PIN codes, such as 560001, 560034."
          {...form.field(`${path}.pins`)}
        />
      </div>
      <Terms
        form={form}
        path={path}
        terms={zone}
        set={(change) => set((before) => ({ ...before, ...change(before) }))}
      />
    </div>
  );
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function WorkingDays({ form }: Props) {
  return (
    <Card title="Working days">
      <p className="max-w-prose text-ink-soft">
        Days until dispatch and days in transit are working days. An order on another day, or from the cut-off
        time on, counts from the next working day.
      </p>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Working days</legend>
        <div className="flex flex-wrap gap-x-5">
          <CheckList
            options={dayNames.map((name, day) => ({ _id: String(day), name }))}
            chosen={form.values.workingDays}
            onChange={(days) => form.change({ workingDays: days.toSorted() })}
          />
        </div>
        <ErrorText>{form.errors.workingDays}</ErrorText>
      </fieldset>
      <Field
        label="Cut-off time (India)"
        type="time"
        required
        className="max-w-48"
        {...form.field('cutOff')}
      />
    </Card>
  );
}

function TryOut({ draft }: { draft: Draft }) {
  const [postalCode, setPostalCode] = useState('');
  const [total, setTotal] = useState('1000');
  const [grams, setGrams] = useState('500');
  const body = {
    delivery: bodyOf(useDeferredValue(draft)),
    postalCode,
    total: amountIn(total),
    grams: /^\s*\d+\s*$/.test(grams) ? Number(grams) : Number.NaN,
  };
  const parsed = deliveryTrial.safeParse(body);
  const query = useQuery({
    ...read('POST /settings/delivery/try', { body }),
    enabled: parsed.success,
    placeholderData: keepPreviousData,
  });
  const areSettingsWrong = parsed.error?.issues.some(({ path }) => path[0] === 'delivery') ?? false;
  return (
    <>
      <p className="max-w-prose text-ink-soft">What is charged with the settings above, saved or not.</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <CountField
          label="PIN code"
          name="postalCode"
          maxLength={10}
          value={postalCode}
          onChange={(event) => setPostalCode(event.target.value)}
        />
        <AmountField
          label="Total of the products (₹)"
          name="total"
          maxLength={10}
          value={total}
          onChange={(event) => setTotal(event.target.value)}
        />
        <CountField
          label="Weight of the products (g)"
          name="grams"
          maxLength={7}
          value={grams}
          onChange={(event) => setGrams(event.target.value)}
        />
      </div>
      <div role="status" className="min-h-6 wrap-anywhere">
        {query.isError && <ErrorText>{failureText(query.error, 'It could not be tried out.')}</ErrorText>}
        {areSettingsWrong && postalCode.trim() && 'Correct the settings above first.'}
        {parsed.success && query.data && <Answer result={query.data} />}
      </div>
    </>
  );
}

function Answer({ result }: { result: DeliveryTrialResult }) {
  const { zone, charge, postalCode, state, hasCod } = result;
  if (charge === null) return <p>{notServedText(postalCode)}</p>;
  const facts = [arrivalText(result), hasCod && codText].filter(Boolean).join(' · ');
  return (
    <p>
      <strong>{charge === 0 ? 'Free' : shortRupees(charge)}</strong>
      {` · ${zone}${state && state !== zone ? ` (${state})` : ''}${facts && ` · ${facts}`}`}
    </p>
  );
}
