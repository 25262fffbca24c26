import {
  type StockReason,
  stockAdjustment,
  stockReasons,
  type VariantStock,
} from '../../../../shared/contract/catalogue/stock.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalidate } from '../../parts/data.ts';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { Options } from '../../parts/list/filters.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { labelsOf } from '../../parts/text.ts';

/** Reasons that take units away: the number that is entered is how many. */
const takesAway: readonly string[] = ['damaged', 'lost'];

type Draft = { reason: string; units: string; note: string };

/** The units that are added; not a number if none was entered. A counted number is the new stock. */
function deltaOf({ reason, units }: Draft, stock: number): number {
  const number = /^[+-]?\d+$/.test(units.trim()) ? Number(units) : Number.NaN;
  if (reason === 'counted') return number - stock;
  return takesAway.includes(reason) ? -Math.abs(number) : number;
}

const hints: Partial<Record<StockReason, string>> = {
  received: 'How many were added',
  returned: 'How many came back',
  damaged: 'How many can’t be sold any more',
  lost: 'How many are missing',
  counted: 'How many there are now',
  other: 'How many were added, or taken away as in -2',
};

/** Adjusts the stock of a variant, with a reason. */
export function AdjustForm({ variant }: { variant: VariantStock['variants'][number] }) {
  const { _id, countInStock } = variant;
  const start: Draft = { reason: 'received', units: '', note: '' };
  const bodyOf = (draft: Draft) => ({
    variant: _id,
    delta: deltaOf(draft, countInStock),
    reason: draft.reason,
    note: draft.note,
  });
  const form = useForm({
    start,
    check: (draft) => {
      const { delta, ...errors } = errorsIn(stockAdjustment, bodyOf(draft));
      return delta
        ? {
            ...errors,
            units:
              draft.reason === 'counted' && deltaOf(draft, countInStock) === 0
                ? 'This is the stock already'
                : delta,
          }
        : errors;
    },
    async send(draft) {
      await call('POST /products/stock', { body: stockAdjustment.parse(bodyOf(draft)) });
      toast('Stock adjusted', 'success');
      form.continueWith({ ...draft, units: '', note: '' });
      await invalidate('GET /products/stock', 'GET /products');
    },
    failed: 'Could not adjust the stock. Please try again.',
  });
  const delta = deltaOf(form.values, countInStock);
  const reason = stockReasons.find((name) => name === form.values.reason) ?? 'received';
  return (
    <form {...form.props} className="grid gap-3">
      <SelectField label="Reason" {...form.field('reason')}>
        <Options labels={labelsOf(stockReasons)} />
      </SelectField>
      <Field
        label="Units"
        inputMode={reason === 'other' ? 'text' : 'numeric'}
        autoComplete="off"
        hint={hints[reason]}
        {...form.field('units')}
      />
      <Field label="Note" optional={reason !== 'other'} maxLength={300} {...form.field('note')} />
      <ErrorText>{form.failure || form.errors.delta}</ErrorText>
      {Number.isInteger(delta) && (
        <p className="figures text-ink-soft">
          {countInStock} → <span className="font-semibold text-ink">{countInStock + delta}</span>
        </p>
      )}
      <Button type="submit" busy={form.busy}>
        Adjust stock
      </Button>
    </form>
  );
}
