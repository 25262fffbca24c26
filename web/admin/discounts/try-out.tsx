import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { pinPattern } from '../../../shared/contact/pin-code.ts';
import {
  type Discount,
  type DiscountTrialResult,
  discountTrial,
} from '../../../shared/contract/catalogue/discounts.ts';
import { shortRupees } from '../../../shared/money.ts';
import { maxQuantity } from '../../../shared/orders/cart.ts';
import { sumRows } from '../../../shared/orders/order-sums.ts';
import { compactText } from '../../../shared/text/plain-text.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { read } from '../parts/data.ts';
import { CountField } from '../parts/form/fields.tsx';
import { FoundVariants, ProductSearch } from '../parts/form/product-search.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { failureText } from '../parts/show-failure.ts';
import { Card } from './card.tsx';
import { bodyOf, type Draft } from './draft.ts';

type Line = { product_id: string; variant_id: string; label: string; quantity: string };

/** A sample cart that the admin chooses, with its prices before and after the discount as it is entered now. */
export function TryOut({ draft, stored }: { draft: Draft; stored: Discount | null }) {
  const [lines, setLines] = useState<Line[]>([]);
  const [postalCode, setPostalCode] = useState('');
  const [method, setMethod] = useState<'online' | 'cash_on_delivery'>('online');
  const pin = compactText(postalCode);
  const shown = useDeferredValue(draft);
  const body = {
    discount: { ...bodyOf(shown), title: shown.title.trim() || 'This discount' },
    id: stored?._id,
    postalCode: pin || undefined,
    payment_method: method,
    cart_items: lines.map(({ product_id, variant_id, quantity }) => ({
      product_id,
      variant_id,
      quantity: Number(quantity) || 0,
    })),
  };
  const canPrice = discountTrial.safeParse(body).success;
  const query = useQuery({
    ...read('POST /discounts/try', { body }),
    enabled: canPrice,
    placeholderData: keepPreviousData,
  });
  const set = (variant: string, quantity: string) =>
    setLines((before) => before.map((line) => (line.variant_id === variant ? { ...line, quantity } : line)));
  return (
    <Card title="Try it out">
      <p className="text-sm text-ink-soft">
        What a cart costs with this discount and the automatic ones, for a customer who meets their
        conditions.
      </p>
      <div className="grid gap-2">
        <ProductSearch error={undefined}>
          {(products, clear) => (
            <FoundVariants
              products={products}
              onChoose={(product, { _id, values }) => {
                const label = [product.name, ...values].join(', ');
                const added = { product_id: product._id, variant_id: _id, label, quantity: '1' };
                setLines((before) => [...before.filter(({ variant_id }) => variant_id !== _id), added]);
                clear();
              }}
            />
          )}
        </ProductSearch>
      </div>
      <ul aria-label="Sample cart" className="grid gap-3 empty:hidden">
        {lines.map(({ variant_id, label, quantity }) => {
          const priced = query.data?.lines.find((line) => line.variant_id === variant_id);
          return (
            <li key={variant_id} className="flex items-end gap-3">
              <Field
                label={label}
                name={`try-${variant_id}`}
                type="number"
                min={1}
                max={maxQuantity}
                value={quantity}
                onChange={({ target }) => set(variant_id, target.value)}
                onKeyDown={keepForm}
                className="min-w-0 flex-1"
              />
              <p className="figures pb-2 text-right">{priced && <Price line={priced} />}</p>
              <IconButton
                icon={Trash2}
                label={`Remove ${label}`}
                onClick={() => setLines((before) => before.filter((line) => line.variant_id !== variant_id))}
              />
            </li>
          );
        })}
      </ul>
      {lines.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <CountField
            label="PIN code for delivery"
            name="try-pin"
            optional
            autoComplete="off"
            maxLength={10}
            value={postalCode}
            error={pin && !pinPattern.test(pin) ? 'Enter a valid PIN code' : null}
            onChange={({ target }) => setPostalCode(target.value)}
            onKeyDown={keepForm}
          />
          <SelectField
            label="Payment"
            name="try-method"
            value={method}
            onChange={({ target }) =>
              setMethod(target.value === 'cash_on_delivery' ? target.value : 'online')
            }
          >
            <option value="online">Online</option>
            <option value="cash_on_delivery">Cash on delivery</option>
          </SelectField>
        </div>
      )}
      {lines.length > 0 && !canPrice && (
        <p className="text-ink-soft">The prices appear when all fields and quantities are right.</p>
      )}
      {query.isError && (
        <ErrorText>{failureText(query.error, 'The cart could not be priced. Please try again.')}</ErrorText>
      )}
      {lines.length > 0 && canPrice && query.data && <Sums result={query.data} />}
    </Card>
  );
}

/** Enter must not save the discount. */
function keepForm(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}

function Price({ line: { subtotal, total } }: { line: DiscountTrialResult['lines'][number] }) {
  return (
    <>
      {total < subtotal && <s className="mr-2 text-ink-soft">{shortRupees(subtotal)}</s>}
      {shortRupees(total)}
    </>
  );
}

function Sums({ result }: { result: DiscountTrialResult }) {
  const { subtotal, discounts, shipping, fee, rounding, amount, notes } = result;
  const rows: [string, number][] = [
    ['Before', subtotal],
    ...sumRows({ discount: 0, discounts, shipping, rounding, cashOnDelivery: { fee } }),
    ['After', amount],
  ];
  return (
    <div aria-live="polite" className="grid gap-3 border-t border-line pt-4">
      <dl className="grid gap-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 last:font-semibold">
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd className="figures">{shortRupees(value)}</dd>
          </div>
        ))}
      </dl>
      {shipping === null && (
        <p className="text-ink-soft">Without the delivery charge, which depends on the PIN code.</p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
