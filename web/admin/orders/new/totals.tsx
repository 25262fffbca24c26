import type { UseQueryResult } from '@tanstack/react-query';
import { stateTaxName } from '../../../../shared/contact/indian-states.ts';
import type { Quote } from '../../../../shared/contract/orders/manual-orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { SelectField } from '../../../ui/field.tsx';
import { AmountField } from '../../parts/form/fields.tsx';
import type { Form } from '../../parts/form/use-form.ts';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { failureText } from '../../parts/show-failure.ts';
import type { Draft } from './draft.ts';

/** Discount, delivery charge and the totals of the server. */
export function Totals(props: {
  form: Form<Draft>;
  query: UseQueryResult<Quote>;
  /** Whether the totals are those of what is entered now. */
  isCurrent: boolean;
  canPrice: boolean;
  /** Whether a line shows why there is no total. */
  isRefusedLine: boolean;
  /** The names of the discounts of the shop that a changed order has. */
  keptDiscount?: string;
}) {
  const { form, query, isCurrent, canPrice, isRefusedLine, keptDiscount } = props;
  const { type } = form.values.discount;
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">Total</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Discount" {...form.field('discount.type')}>
          <option value="none">None</option>
          {keptDiscount && <option value="kept">{keptDiscount}</option>}
          <option value="amount">Amount</option>
          <option value="percent">Percent</option>
        </SelectField>
        {type === 'amount' && (
          <AmountField label="Discount (₹)" required maxLength={12} {...form.field('discount.amount')} />
        )}
        {type === 'percent' && (
          <AmountField label="Discount (%)" required maxLength={5} {...form.field('discount.percent')} />
        )}
        <AmountField label="Delivery charge (₹)" optional maxLength={12} {...form.field('shipping')} />
      </div>
      {canPrice && query.isError && !isRefusedLine && (
        <ErrorText>
          {failureText(query.error, 'The total could not be computed. Please try again.')}
        </ErrorText>
      )}
      {canPrice && query.data ? (
        <Sums quote={query.data} isCurrent={isCurrent} />
      ) : (
        <p className="text-ink-soft">
          {form.values.cart_items.length === 0
            ? 'Add a product to see the total.'
            : 'The total appears when all amounts are right.'}
        </p>
      )}
    </section>
  );
}

function Sums({ quote, isCurrent }: { quote: Quote; isCurrent: boolean }) {
  const { tax } = quote;
  const rows: [string, number][] = [
    ['Products', quote.subtotal],
    ...(quote.discount > 0 ? [['Discount', -quote.discount] satisfies [string, number]] : []),
    ...(quote.shipping > 0 ? [['Delivery', quote.shipping] satisfies [string, number]] : []),
    ...(quote.codFee > 0 ? [['Cash on delivery fee', quote.codFee] satisfies [string, number]] : []),
    ...(quote.rounding ? [['Rounding', quote.rounding] satisfies [string, number]] : []),
  ];
  const taxes: [string, number][] =
    tax.kind === 'split'
      ? [
          ['CGST', tax.cgst],
          [stateTaxName(tax.placeOfSupply), tax.sgst],
        ]
      : tax.kind === 'integrated'
        ? [['IGST', tax.igst]]
        : [];
  return (
    <dl aria-busy={!isCurrent} className={`grid gap-1.5 ${isCurrent ? '' : 'opacity-60'}`}>
      {rows.map(([name, amount]) => (
        <Row key={name} name={name} value={shortRupees(amount)} />
      ))}
      <Row
        name="Total"
        value={shortRupees(quote.amount)}
        className="border-t border-line-strong pt-2 text-base font-semibold"
      />
      {taxes.map(([name, amount]) => (
        <Row
          key={name}
          name={`Includes ${name}`}
          value={shortRupees(amount)}
          className="text-xs text-ink-soft"
        />
      ))}
      <Row
        name="Place of supply"
        value={tax.placeOfSupply || 'not known'}
        className="text-xs text-ink-soft"
      />
    </dl>
  );
}

function Row(props: { name: string; value: string; className?: string }) {
  return (
    <div className={`flex justify-between gap-4 ${props.className ?? ''}`}>
      <dt>{props.name}</dt>
      <dd className="figures">{props.value}</dd>
    </div>
  );
}
