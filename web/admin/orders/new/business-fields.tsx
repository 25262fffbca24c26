import { useQuery } from '@tanstack/react-query';
import { extraLimits, sezText } from '../../../../shared/order-extras.ts';
import { Field } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import type { Form } from '../../parts/form/use-form.ts';
import type { Draft } from './draft.ts';

/** The business that buys, in a shop that issues tax invoices. */
export function BusinessFields({ form }: { form: Form<Draft> }) {
  const shop = useQuery(read('GET /site-info')).data;
  if (!shop?.issuesTaxInvoices) return null;
  return (
    <>
      <label className="flex min-h-9 items-center gap-2.5">
        <input type="checkbox" {...form.flag('isForBusiness')} className="size-4.5" />
        For a business with a GSTIN
      </label>
      {form.values.isForBusiness && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Business name"
            required
            maxLength={extraLimits.businessName}
            {...form.field('businessName')}
          />
          <Field
            label="GSTIN"
            required
            maxLength={20}
            autoCapitalize="characters"
            spellCheck={false}
            hint="Its state is the place of supply."
            {...form.field('gstin')}
          />
          <label className="flex min-h-9 items-center gap-2.5 sm:col-span-2">
            <input type="checkbox" {...form.flag('isSez')} className="size-4.5" />
            It is a {sezText}
          </label>
        </div>
      )}
    </>
  );
}
