import { SelectField } from '../../ui/field.tsx';
import { AmountField, CountField } from '../parts/form/fields.tsx';
import { CategoryChoice, ProductChoice } from '../parts/form/target-choice.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { Card } from './card.tsx';
import type { Draft, Targets } from './draft.ts';

type Props = { form: Form<Draft> };

/** What a discount takes off, and of which products. */
export function ValueFields({ form }: Props) {
  const { type } = form.values.value;
  return (
    <Card title="Value">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Type" {...form.field('value.type')}>
          <option value="percent">Percentage</option>
          <option value="amount">Amount</option>
          <option value="fixed_price">Fixed price</option>
          <option value="buy_x_get_y">Buy X get Y</option>
          <option value="free_shipping">Free shipping</option>
        </SelectField>
        {type === 'percent' && (
          <AmountField label="Percentage (%)" required maxLength={5} {...form.field('value.percent')} />
        )}
        {type === 'amount' && (
          <AmountField
            label="Amount (₹)"
            required
            maxLength={12}
            hint="Once for each order."
            {...form.field('value.amount')}
          />
        )}
        {type === 'fixed_price' && (
          <AmountField
            label="Price of each unit (₹)"
            required
            maxLength={12}
            hint="Products that cost less keep their price."
            {...form.field('value.price')}
          />
        )}
        {type === 'free_shipping' ? (
          <AppliesTo label="On orders with" whole="Any products" {...form.field('appliesTo')} />
        ) : (
          type !== 'buy_x_get_y' && (
            <AppliesTo label="Applies to" whole="The whole order" {...form.field('appliesTo')} />
          )
        )}
      </div>
      {type === 'buy_x_get_y' ? <Deal form={form} /> : <Bought form={form} />}
    </Card>
  );
}

/** What the customer buys, and what they then get. */
function Deal({ form }: Props) {
  const { buys, value } = form.values;
  return (
    <>
      <h3 className="border-t border-line pt-4 font-semibold">Customer buys</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Minimum" {...form.field('buys')}>
          <option value="quantity">Quantity</option>
          <option value="amount">Purchase amount</option>
        </SelectField>
        {buys === 'quantity' ? (
          <CountField label="Number of units" required maxLength={3} {...form.field('minQuantity')} />
        ) : (
          <AmountField label="Amount (₹)" required maxLength={12} {...form.field('minTotal')} />
        )}
        <AppliesTo label="Of" whole="Any products" {...form.field('appliesTo')} />
      </div>
      <Bought form={form} />
      <h3 className="border-t border-line pt-4 font-semibold">Customer gets</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountField
          label="Number of units that they get"
          required
          maxLength={3}
          hint="The cheapest in the cart, apart from those that they buy."
          {...form.field('value.quantity')}
        />
        <AmountField
          label="Percentage (%)"
          required
          maxLength={5}
          hint="100 is free."
          {...form.field('value.percent')}
        />
        <AppliesTo label="From" whole="Any products" {...form.field('value.appliesTo')} />
        {buys === 'quantity' && (
          <CountField
            label="Maximum uses per order"
            optional
            maxLength={7}
            {...form.field('value.maxPerOrder')}
          />
        )}
      </div>
      <TargetsField
        label="What the customer gets"
        targets={value}
        error={form.errors['value.targets']}
        onChange={(change) => form.change({ value: { ...value, ...change } }, ['value.targets'])}
      />
    </>
  );
}

function AppliesTo(props: { label: string; whole: string } & ReturnType<Form<Draft>['field']>) {
  const { whole, ...field } = props;
  return (
    <SelectField {...field}>
      <option value="order">{whole}</option>
      <option value="products">Certain products</option>
      <option value="categories">Certain categories</option>
    </SelectField>
  );
}

/** The products or categories that the discount applies to, or that the customer buys. */
function Bought({ form }: Props) {
  const { appliesTo, value } = form.values;
  const noun = appliesTo === 'products' ? 'Products' : 'Categories';
  return (
    <TargetsField
      label={value.type === 'buy_x_get_y' ? 'What the customer buys' : noun}
      targets={form.values}
      error={form.errors.targets}
      onChange={(change) => form.change(change, ['targets'])}
    />
  );
}

/** The products or categories that a discount applies to. `label`: what these are, such as `Customer gets`. */
function TargetsField({
  label: legend,
  targets: { appliesTo, products, categories },
  error,
  onChange,
}: {
  label: string;
  targets: Targets;
  error: string | undefined;
  onChange: (change: Partial<Targets>) => void;
}) {
  if (appliesTo === 'order') return null;
  return appliesTo === 'products' ? (
    <ProductChoice
      legend={legend}
      error={error}
      chosen={products}
      onChange={(ids) => onChange({ products: ids })}
    />
  ) : (
    <CategoryChoice
      legend={legend}
      error={error}
      chosen={categories}
      onChange={(ids) => onChange({ categories: ids })}
    />
  );
}
