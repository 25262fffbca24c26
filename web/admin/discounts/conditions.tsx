import { AmountField, Check, CountField } from '../parts/form/fields.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { Card } from './card.tsx';
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
