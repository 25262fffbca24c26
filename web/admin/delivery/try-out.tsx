import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type DeliveryTrialResult, deliveryTrial } from '../../../shared/contract/orders/delivery.ts';
import { shortRupees } from '../../../shared/money.ts';
import { arrivalText, codText, notServedText } from '../../../shared/orders/delivery.ts';
import { read } from '../parts/data.ts';
import { AmountField, CountField } from '../parts/form/fields.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { failureText } from '../parts/show-failure.ts';
import { amountIn } from '../parts/text.ts';
import { bodyOf, type Draft } from './draft.ts';

/** What the settings, as they are entered now, say about a parcel that the admin describes. */
export function TryOut({ draft }: { draft: Draft }) {
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
