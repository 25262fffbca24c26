import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { StockQuery, VariantStock } from '../../../../shared/contract/catalogue/stock.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { isMissing, read } from '../../parts/data.ts';
import { pageQuery } from '../../parts/list/list.tsx';
import { Loaded } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { StockBadge } from '../stock-badge.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { History } from './history.tsx';
import { ScanField } from './scan-field.tsx';

/** A variant that is scanned, typed or linked to: its stock, adjustments with reasons, and its history. */
export default function Stock() {
  const [params, setParams] = useSearchParams();
  const [variant, code, product] = ['variant', 'code', 'product'].map((name) => params.get(name) ?? '');
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);
  const named = { ...(variant && { variant }), ...(code && { code }), ...(product && { product }) };
  const isNamed = Object.keys(named).length > 0;
  const query: Partial<StockQuery> = { ...named, page };
  const stock = useQuery({ ...read('GET /products/stock', { query }), ...pageQuery, enabled: isNamed });
  // Another scan of the same code begins a new form.
  const [scans, setScans] = useState(0);
  const show = (name: string, value: string) => {
    setScans(scans + 1);
    setParams({ [name]: value });
  };
  return (
    <>
      <BackLink to="/admin/products">Products</BackLink>
      <PageHead title="Stock">
        <ButtonLink variant="secondary" href="/admin/products/count">
          Count stock
        </ButtonLink>
      </PageHead>
      <ScanField onCode={(text) => show('code', text)} />
      {isMissing(stock.error) ? (
        <Empty
          title="Nothing found"
          text={
            code ? `No variant has the barcode or SKU “${code}”.` : 'This product does not exist any more.'
          }
        />
      ) : (
        isNamed && (
          <Loaded query={stock} failed="Failed to load the stock. Please try again later.">
            {(found) => (
              <Found
                key={`${found.variant} ${scans}`}
                stock={found}
                page={page}
                onShow={show}
                onTurn={(to) => setParams({ variant: found.variant, page: String(to) })}
              />
            )}
          </Loaded>
        )
      )}
      {!isNamed && (
        <p className="mt-4 text-ink-soft">
          Scan a barcode with a scanner or the camera, or type a barcode or SKU, to see a variant’s stock and
          adjust it.
        </p>
      )}
    </>
  );
}

type FoundProps = {
  stock: VariantStock;
  page: number;
  onShow: (name: string, value: string) => void;
  onTurn: (page: number) => void;
};

function Found({ stock, page, onShow, onTurn }: FoundProps) {
  const { product, variants, variant: id } = stock;
  const variant = variants.find(({ _id }) => _id === id);
  if (!variant) return null;
  return (
    <div className="mt-5 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-label="Variant" className="order-2 min-w-0 lg:order-1">
        <History stock={stock} page={page} onTurn={onTurn} />
      </section>
      <section
        aria-label="Adjust"
        className="order-1 grid gap-4 rounded-md bg-card p-4 ring-1 ring-line lg:order-2"
      >
        <div className="flex items-start gap-3">
          <Thumbnail path={product.image} className="w-16" />
          <div className="min-w-0">
            <Link
              to={`/admin/products/edit/${product._id}`}
              className="font-semibold wrap-break-word hover:underline"
            >
              {product.name}
            </Link>
            <p className="text-ink-soft wrap-break-word">
              {[variant.values.join(' / '), variant.sku, variant.barcode].filter(Boolean).join(' · ')}
            </p>
            <Link
              to={`/admin/products/labels?search=${encodeURIComponent(variant.sku)}`}
              className="text-press underline underline-offset-4"
            >
              Barcode labels
            </Link>
            <p className="mt-1 flex items-center gap-2">
              <StockBadge count={variant.countInStock} /> in stock
            </p>
          </div>
        </div>
        {variants.length > 1 && (
          <select
            aria-label="Variant"
            value={id}
            onChange={(event) => onShow('variant', event.target.value)}
            className="office-input w-full"
          >
            {variants.map(({ _id, values, countInStock }) => (
              <option key={_id} value={_id}>
                {values.join(' / ')}: {countInStock}
              </option>
            ))}
          </select>
        )}
        <AdjustForm variant={variant} />
      </section>
    </div>
  );
}
