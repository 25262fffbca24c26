import { Field } from '../../ui/field.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { Card } from './card.tsx';
import { Checkbox } from './checkbox.tsx';
import { canBeAnnounced, type Draft } from './draft.ts';
import { TagsField } from './tags-field.tsx';

/** Which orders have a discount, how often, and of whom. */
export function Conditions({ form }: { form: Form<Draft> }) {
  return (
    <>
      <Card title="Conditions and limits">
        <div className="grid gap-4 sm:grid-cols-2">
          {form.values.value.type !== 'buy_x_get_y' && (
            <>
              <Field
                label="Minimum purchase amount (₹)"
                optional
                inputMode="decimal"
                maxLength={12}
                {...form.field('minTotal')}
              />
              <Field
                label="Minimum quantity of items"
                optional
                inputMode="numeric"
                maxLength={3}
                {...form.field('minQuantity')}
              />
            </>
          )}
          <Field label="Usage limit" optional inputMode="numeric" maxLength={7} {...form.field('maxUses')} />
          <Field
            label="Usage limit per customer"
            optional
            inputMode="numeric"
            maxLength={7}
            {...form.field('maxUsesPerCustomer')}
          />
          <Field
            label="Usage limit per customer and day"
            optional
            inputMode="numeric"
            maxLength={7}
            hint="A day in India."
            {...form.field('maxUsesPerCustomerPerDay')}
          />
        </div>
        <div className="grid gap-1">
          <Checkbox {...form.flag('onlineOnly')}>Only for orders that are paid online</Checkbox>
          <Checkbox {...form.flag('combinable')}>Can be combined with other discounts</Checkbox>
          {canBeAnnounced(form.values) && (
            <Checkbox {...form.flag('announced')}>Shown in the footer of every page</Checkbox>
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
        <Checkbox {...form.flag('firstOrderOnly')}>Only on a customer’s first order</Checkbox>
        <Checkbox {...form.flag('accountsOnly')}>Only for customers who are signed in</Checkbox>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Maximum age of the account (days)"
          optional
          inputMode="numeric"
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
