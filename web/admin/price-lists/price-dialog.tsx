import { type ListPrice, listPriceInput } from '../../../shared/contract/price-lists.ts';
import { shortRupees } from '../../../shared/money.ts';
import { parseRupees } from '../../../shared/read-amount.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { amountIn } from '../parts/text.ts';
import { errorsIn, useForm } from '../parts/form/use-form.ts';

/** A variant with its price in the list, which is null if it has none yet. */
export type Priced = Pick<ListPrice, '_id' | 'name' | 'variant' | 'sku' | 'sellingPrice'> & {
  price: number | null;
};

type Props = { listId: string; onSaved: () => Promise<unknown>; onClose: () => void };

/** Sets the price of a variant in a list. */
export function PriceDialog({ priced, ...props }: Props & { priced: Priced | null }) {
  return (
    <Dialog open={priced !== null} onClose={props.onClose} title="Price in this list">
      {priced && <Form priced={priced} {...props} />}
    </Dialog>
  );
}

const bodyOf = ({ price }: { price: string }) => ({ price: amountIn(price) });

function Form({ priced, listId, onSaved, onClose }: Props & { priced: Priced }) {
  const form = useForm({
    start: { price: String(priced.price ?? '') },
    check: (values) =>
      parseRupees(values.price) === undefined
        ? { price: 'Enter an amount in rupees' }
        : errorsIn(listPriceInput, bodyOf(values)),
    async send(values) {
      const params = { id: listId, variant: priced._id };
      await call('PUT /price-lists/:id/prices/:variant', { params, body: bodyOf(values) });
      toast('Price saved', 'success');
      void onSaved();
      onClose();
    },
    failed: 'The price could not be saved. Please try again.',
  });
  const typed = parseRupees(form.values.price);
  const selling = shortRupees(priced.sellingPrice);
  return (
    <form {...form.props} className="grid gap-4 p-5">
      <p className="wrap-anywhere">
        {priced.name}
        <span className="block text-sm text-ink-soft">
          {[priced.variant, priced.sku, `selling price ${selling}`].filter(Boolean).join(' · ')}
        </span>
      </p>
      <Field
        label="Price (₹)"
        required
        autoFocus
        inputMode="decimal"
        maxLength={20}
        hint={
          typed !== undefined && typed >= priced.sellingPrice
            ? `It has no effect while it is not below the selling price of ${selling}.`
            : 'Taxes included.'
        }
        {...form.field('price')}
      />
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Save
      </DialogButtons>
    </form>
  );
}
