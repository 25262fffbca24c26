import { ChevronDown } from 'lucide-react';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../../../shared/money.ts';
import {
  type Declaration,
  declarationFields,
  declarationNames,
} from '../../../../shared/products/declarations.ts';
import { useShop } from '../../layout/shop.ts';

/** What the law asks a shop to show about a product (india §5.2), folded. It is not interactive and needs no script. */
export function Declarations({ product }: { product: Product }) {
  const site = useShop()?.site;
  const { declarations = {} } = product;
  const rows: [name: string, value: string][] = [
    ['MRP', `${perVariant(product, ({ price }) => rupees(price))} (inclusive of all taxes)`],
    ['Net quantity', perVariant(product, ({ netQuantity }) => netQuantity ?? '')],
    ...declarationNames.map((name): [string, string] => [
      declarationFields[name].label,
      textOf(name, declarations[name] ?? ''),
    ]),
    [
      'Consumer care',
      [site?.clientName, site?.address, site?.mobile, site?.email].filter(Boolean).join('\n'),
    ],
  ];
  return (
    <details className="group mt-6 border-y border-line">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between font-semibold">
        Product information
        <ChevronDown className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2 pb-5 text-sm">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}

/** A value of the variants: once if it is the same for all, otherwise with the values of each. */
function perVariant({ variants }: Product, read: (variant: Product['variants'][number]) => string): string {
  const texts = variants.map(read);
  const [first = ''] = texts;
  if (new Set(texts).size <= 1) return first;
  return variants
    .flatMap(({ values }, index) => (texts[index] ? `${values.join(' / ')}: ${texts[index]}` : []))
    .join('\n');
}

const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const textOf = (name: Declaration, text: string) =>
  name === 'madeIn' && text ? month.format(new Date(`${text}-01T00:00:00Z`)) : text;
