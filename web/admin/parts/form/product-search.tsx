import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Product } from '../../../../shared/contract/catalogue.ts';
import { Field } from '../../../ui/field.tsx';
import { read } from '../data.ts';
import { Loaded } from '../page/loaded.tsx';

/** A search by which products are added to a form. `children` shows what was found; `clear` empties the search. */
export function ProductSearch({
  error,
  children,
}: {
  error: string | undefined;
  children: (products: Product[], clear: () => void) => ReactNode;
}) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery({
    ...read('GET /products', { query: { search, limit: 8 } }),
    enabled: search.length > 1,
  });
  return (
    <>
      <Field
        label="Add a product"
        name="product-search"
        type="search"
        maxLength={200}
        placeholder="Name or SKU"
        value={text}
        error={error ?? null}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter searches; it must not send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {search.length > 1 && (
        <Loaded query={found} failed="The search failed. Please try again.">
          {({ products }) => children(products, () => setText(''))}
        </Loaded>
      )}
    </>
  );
}
