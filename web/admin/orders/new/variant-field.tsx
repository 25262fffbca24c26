import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import type { Form } from '../../parts/form/use-form.ts';
import type { Draft, DraftLine } from './draft.ts';
import { lineOf } from './line-of.ts';

/** Swaps the variant of a line for another one of its product, such as a size. */
export function VariantField({ form, line, at }: { form: Form<Draft>; line: DraftLine; at: number }) {
  const { data: product } = useQuery(read('GET /products/:id', { params: { id: line.product_id } }));
  const { cart_items: lines } = form.values;
  const isTaken = (id: string) => id !== line.variant_id && lines.some(({ variant_id }) => variant_id === id);
  const variants = product?.variants ?? [];
  if (!product || !variants.some(({ _id }) => _id === line.variant_id)) return null;
  return (
    <SelectField
      label="Option"
      name={`cart_items.${at}.variant_id`}
      value={line.variant_id}
      onChange={(event) => {
        const chosen = variants.find(({ _id }) => _id === event.target.value);
        if (!chosen) return;
        const swapped = { ...lineOf(product, chosen), quantity: line.quantity };
        form.change(({ cart_items }) => ({
          cart_items: cart_items.map((each) => (each.variant_id === line.variant_id ? swapped : each)),
        }));
      }}
    >
      {variants.map(({ _id: id, values, countInStock }) => (
        <option key={id} value={id} disabled={isTaken(id) || (countInStock === 0 && id !== line.variant_id)}>
          {values.join(' / ')}
          {id !== line.variant_id && ` (${countInStock === 0 ? 'out of stock' : `${countInStock} in stock`})`}
        </option>
      ))}
    </SelectField>
  );
}
