import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { maxTags, tagName } from '../../../shared/contract/accounts/notes-and-tags.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { read, useMay } from '../parts/data.ts';
import { AmountField, Check, CountField, Suggestions } from '../parts/form/fields.tsx';
import { CategoryChoice, ProductChoice } from '../parts/form/target-choice.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { Card } from './card.tsx';
import { canBeAnnounced, type Draft, type Targets } from './draft.ts';

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

/** Which orders have a discount, how often, and of whom. */
export function Conditions({ form }: { form: Form<Draft> }) {
  return (
    <>
      <Card title="Conditions and limits">
        <div className="grid gap-4 sm:grid-cols-2">
          {form.values.value.type !== 'buy_x_get_y' && (
            <>
              <AmountField
                label="Minimum purchase amount (₹)"
                optional
                maxLength={12}
                {...form.field('minTotal')}
              />
              <CountField
                label="Minimum quantity of items"
                optional
                maxLength={3}
                {...form.field('minQuantity')}
              />
            </>
          )}
          <CountField label="Usage limit" optional maxLength={7} {...form.field('maxUses')} />
          <CountField
            label="Usage limit per customer"
            optional
            maxLength={7}
            {...form.field('maxUsesPerCustomer')}
          />
          <CountField
            label="Usage limit per customer and day"
            optional
            maxLength={7}
            hint="A day in India."
            {...form.field('maxUsesPerCustomerPerDay')}
          />
        </div>
        <div className="grid gap-1">
          <Check {...form.flag('onlineOnly')}>Only for orders that are paid online</Check>
          <Check {...form.flag('combinable')}>Can be combined with other discounts</Check>
          {canBeAnnounced(form.values) && (
            <Check {...form.flag('announced')}>Shown in the footer of every page</Check>
          )}
        </div>
      </Card>
      <Customers form={form} />
    </>
  );
}

function Customers({ form }: { form: Form<Draft> }) {
  return (
    <Card title="Customers">
      <div className="grid gap-1">
        <Check {...form.flag('firstOrderOnly')}>Only on a customer’s first order</Check>
        <Check {...form.flag('accountsOnly')}>Only for customers who are signed in</Check>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CountField
          label="Maximum age of the account (days)"
          optional
          maxLength={4}
          hint="Only for signed-in customers with a new account."
          {...form.field('newAccountDays')}
        />
        <TagsField
          tags={form.values.customerTags}
          error={form.errors.customerTags}
          onChange={(customerTags) => form.change({ customerTags })}
        />
      </div>
    </Card>
  );
}

/**
 * The tags of the customers of a discount. One that is entered is added by Enter, by the button, or by leaving the
 * field.
 */
function TagsField(props: { tags: string[]; error: string | undefined; onChange: (tags: string[]) => void }) {
  const { tags, error, onChange } = props;
  const may = useMay();
  const used = useQuery({ ...read('GET /customers/tags'), enabled: may('customers.view') }).data ?? [];
  const list = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');

  function add() {
    if (!text.trim()) return;
    const tag = tagName.safeParse(text);
    if (!tag.success) return setProblem(tag.error.issues[0]?.message ?? '');
    onChange([...new Set([...tags, tag.data])]);
    setText('');
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <Field
          label="Customer tags"
          name="tag"
          optional
          hint="Only for signed-in customers with one of these tags."
          error={problem || error}
          list={list}
          value={text}
          maxLength={40}
          autoComplete="off"
          disabled={tags.length >= maxTags}
          onChange={({ target }) => {
            setText(target.value);
            setProblem('');
          }}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form would be sent.
            event.preventDefault();
            add();
          }}
          className="min-w-0 flex-1"
        />
        <Suggestions id={list} words={used} />
        <Button variant="secondary" className="mt-7" disabled={!text.trim()} onClick={add}>
          Add
        </Button>
      </div>
      <ul aria-label="Chosen tags" className="grid gap-1.5 empty:hidden">
        {tags.map((tag) => (
          <li key={tag} className="flex items-center gap-3 rounded-md px-2 py-1 ring-1 ring-line">
            <span className="min-w-0 flex-1 wrap-anywhere">{tag}</span>
            <IconButton
              icon={X}
              label={`Remove tag ${tag}`}
              onClick={() => onChange(tags.filter((chosen) => chosen !== tag))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
