import { useQuery } from '@tanstack/react-query';
import { gstPriceRule } from '../../../../shared/gst.ts';
import { shortRupees, toRupees } from '../../../../shared/money.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { gstRateOptions } from '../gst-rate-options.ts';
import type { DraftForm } from './fields.tsx';

/** The fields that the invoice needs. */
export function Tax({ form }: { form: DraftForm }) {
  const shop = useQuery(read('GET /site-info')).data;
  const { hsn, gstRate } = form.values;
  const rates = gstRateOptions();
  const rule = gstPriceRule(hsn.trim(), new Date());
  return (
    <div className="grid gap-4">
      <Field
        label="HSN code"
        optional={!shop?.issuesTaxInvoices}
        maxLength={20}
        inputMode="numeric"
        {...form.field('hsn')}
      />
      <SelectField label="GST rate (%)" {...form.field('gstRate')}>
        <option value="">Choose a rate</option>
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {rate}%
          </option>
        ))}
        {gstRate && !rates.includes(gstRate) && <option value={gstRate}>{gstRate}% (not in force)</option>}
      </SelectField>
      {rule ? (
        <p className="text-sm text-ink-soft">
          By law the GST rate of this HSN code follows the price: {rule.lowTenths / 10}% up to{' '}
          {shortRupees(toRupees(rule.limitPaise))} for a piece or pair before GST, {rule.highTenths / 10}%
          above. Orders have that rate.
        </p>
      ) : (
        shop?.issuesTaxInvoices && (
          <p className="text-sm text-ink-soft">
            The invoices of a shop with a GSTIN need both. Without a rate, the product is sold with 18%.
          </p>
        )
      )}
    </div>
  );
}
