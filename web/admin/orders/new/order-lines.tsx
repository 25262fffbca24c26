import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { Quote } from '../../../../shared/contract/orders/manual-orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { AmountField, CountField } from '../../parts/form/fields.tsx';
import { FoundVariants, ProductSearch } from '../../parts/form/product-search.tsx';
import type { Form } from '../../parts/form/use-form.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import type { Draft, DraftLine } from './draft.ts';

/**
 * The products of the order, with their quantities and prices. `quote` has what the server knows of them, `errors` what
 * it refuses.
 */
export function OrderLines(props: {
  form: Form<Draft>;
  quote: Quote | undefined;
  errors: Record<string, string>;
}) {
  const { form, quote, errors } = props;
  const { cart_items: lines } = form.values;
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">Products</h2>
      <div className="grid gap-2">
        <ProductSearch error={form.errors.cart_items}>
          {(products, clear) => (
            <FoundVariants
              products={products}
              onChoose={(product, variant) => {
                const line = lineOf(product, variant);
                form.change(({ cart_items }) => ({ cart_items: withLine(cart_items, line) }));
                clear();
              }}
            />
          )}
        </ProductSearch>
      </div>
      <ul aria-label="Lines" className="grid gap-3 empty:hidden">
        {lines.map((line, index) => (
          <Line
            key={line.variant_id}
            form={form}
            line={line}
            index={index}
            errors={errors}
            priced={quote?.lines.find(({ variant_id }) => variant_id === line.variant_id)}
          />
        ))}
      </ul>
    </section>
  );
}

type LineProps = {
  form: Form<Draft>;
  line: DraftLine;
  index: number;
  errors: Record<string, string>;
  priced: Quote['lines'][number] | undefined;
};

function Line({ form, line, index, errors, priced }: LineProps) {
  const hasOwnPrice = line.price.trim() !== '';
  const isShort = priced !== undefined && Number(line.quantity) > priced.countInStock;
  const quantity = form.field(`cart_items.${index}.quantity`);
  const price = form.field(`cart_items.${index}.price`);
  // Such as a product that is not for sale any more.
  const gone = errors[`cart_items.${index}.product_id`];
  return (
    <li className="grid gap-3 rounded-md p-3 ring-1 ring-line">
      <div className="flex items-start gap-3">
        <Thumbnail path={line.image} />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-medium">{line.name}</span>
          <span className="block text-xs text-ink-soft">
            {[line.variant, priced && `${priced.countInStock} available`].filter(Boolean).join(' · ')}
          </span>
        </p>
        <IconButton
          icon={Trash2}
          label={`Remove ${line.name}`}
          onClick={() =>
            form.change(({ cart_items }) => ({
              cart_items: cart_items.filter(({ variant_id }) => variant_id !== line.variant_id),
            }))
          }
          className="hover:text-madder"
        />
      </div>
      {line.variant && <VariantField form={form} line={line} index={index} />}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6rem_8rem_minmax(0,1fr)]">
        <CountField
          label="Quantity"
          maxLength={3}
          {...quantity}
          error={quantity.error ?? (isShort ? `Only ${priced.countInStock} in stock` : undefined) ?? null}
        />
        <AmountField
          label="Price (₹)"
          maxLength={12}
          placeholder={priced ? String(priced.cataloguePrice) : ''}
          {...price}
          error={price.error ?? errors[price.name] ?? null}
        />
        {hasOwnPrice && (
          <Field
            label="Reason for the price"
            required
            maxLength={200}
            className="col-span-2 sm:col-span-1"
            {...form.field(`cart_items.${index}.reason`)}
          />
        )}
      </div>
      {gone && <ErrorText>{gone}</ErrorText>}
      {priced && (
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="text-ink-soft">
            {hasOwnPrice &&
              `Catalogue ${shortRupees(priced.cataloguePrice)}, at most ${shortRupees(priced.listPrice)}`}
          </span>
          <span className="figures font-medium">{shortRupees(priced.subtotal)}</span>
        </p>
      )}
    </li>
  );
}

/** A product that is in the order already gets one more unit. */
const withLine = (lines: DraftLine[], added: DraftLine): DraftLine[] =>
  lines.some(({ variant_id }) => variant_id === added.variant_id)
    ? lines.map((line) =>
        line.variant_id === added.variant_id
          ? { ...line, quantity: String((Number(line.quantity) || 0) + 1) }
          : line,
      )
    : [...lines, added];

/** Swaps the variant of a line for another one of its product, such as a size. */
function VariantField({ form, line, index }: { form: Form<Draft>; line: DraftLine; index: number }) {
  const { data: product } = useQuery(read('GET /products/:id', { params: { id: line.product_id } }));
  const { cart_items: lines } = form.values;
  const isTaken = (id: string) => id !== line.variant_id && lines.some(({ variant_id }) => variant_id === id);
  const variants = product?.variants ?? [];
  if (!product || !variants.some(({ _id }) => _id === line.variant_id)) return null;
  return (
    <SelectField
      label="Option"
      name={`cart_items.${index}.variant_id`}
      value={line.variant_id}
      onChange={(event) => {
        const chosen = variants.find(({ _id }) => _id === event.target.value);
        if (!chosen) return;
        const swapped = { ...lineOf(product, chosen), quantity: line.quantity };
        form.change(({ cart_items }) => ({
          cart_items: cart_items.map((item) => (item.variant_id === line.variant_id ? swapped : item)),
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

const lineOf = (product: Product, variant: Product['variants'][number]): DraftLine => ({
  product_id: product._id,
  variant_id: variant._id,
  name: product.name,
  variant: variant.values.join(' / '),
  image: variant.image ?? product.image,
  quantity: '1',
  price: '',
  reason: '',
});
