import { Ruler } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Picture } from '../../../ui/picture.tsx';
import { useLater } from '../../../ui/use-later.ts';
import type { VariantChoice, ViewedProduct } from './variant-choice.ts';

/** A row of values for each option of a product. Values that are sold out are crossed out, and can be chosen. */
export function VariantPicker({ product, choice }: { product: ViewedProduct; choice: VariantChoice }) {
  return (
    <div className="space-y-5">
      {product.options.map((option, index) => (
        <OptionGroup key={option.name} {...option} index={index} product={product} choice={choice} />
      ))}
    </div>
  );
}

function OptionGroup(props: {
  name: string;
  values: string[];
  index: number;
  product: ViewedProduct;
  choice: VariantChoice;
}) {
  const { name, values, index, choice, product } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const later = useLater(() =>
    import('../size-guides/size-guide-dialog.tsx').then((file) => file.SizeGuideDialog),
  );
  const guide = isSize(name) ? product.sizeGuide : null;
  const isAsked = choice.isAsked && choice.missing === index;
  useEffect(() => {
    if (!isAsked) return;
    group.current?.scrollIntoView({ block: 'center' });
    group.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <fieldset ref={group}>
      <legend className="mb-2 text-sm">
        <span className="font-semibold">{name}</span>
        <span className="text-ink-soft"> {choice.values[index]}</span>
      </legend>
      {guide && (
        <a
          href={`/size-guides/${guide._id}`}
          data-repeat
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            later.open();
          }}
          className="mb-2 inline-flex min-h-6 items-center gap-1.5 text-sm text-press underline underline-offset-4 print:hidden"
        >
          <Ruler className="size-4" />
          Size guide
        </a>
      )}
      {guide && later.Component && (
        <later.Component open={later.isOpen} onClose={later.close} guide={guide} />
      )}
      <p role="alert" className="mb-2 text-sm font-medium text-madder empty:hidden">
        {isAsked && `Please select ${withArticle(name)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {values.map((value, position) => {
          const soldOut = !choice.isInStock(index, value);
          const swatch = product.swatches[index]?.[position];
          return (
            <label key={value} className="relative">
              <input
                type="radio"
                name={name}
                value={value}
                checked={choice.values[index] === value}
                onChange={() => choice.choose(index, value)}
                // Otherwise browsers restore the former choice after Back, without an event: another variant is then
                // bought.
                autoComplete="off"
                className="peer absolute inset-0 z-10 size-full cursor-pointer appearance-none rounded-md"
              />
              {swatch?.startsWith('uploads/') ? (
                <PictureSwatch path={swatch} value={value} soldOut={soldOut} />
              ) : (
                <span className={`swatch ${soldOut ? 'swatch-sold-out' : ''}`}>
                  {swatch && <ColourDot colour={swatch} />}
                  {value}
                </span>
              )}
              {soldOut && <span className="sr-only">Out of Stock</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function PictureSwatch({ path, value, soldOut }: { path: string; value: string; soldOut: boolean }) {
  return (
    <span className={`swatch swatch-picture ${soldOut ? 'swatch-sold-out' : ''}`}>
      <Picture path={path} alt="" sizes="5rem" widths={[160, 320]} className="aspect-square rounded-md" />
      <span className="block px-0.5 py-1 text-center text-xs wrap-anywhere">{value}</span>
    </span>
  );
}

/** A circle as an SVG, because the Content-Security-Policy blocks inline styles. */
const ColourDot = ({ colour }: { colour: string }) => (
  <svg viewBox="0 0 18 18" aria-hidden="true" className="size-4.5 shrink-0">
    <circle cx="9" cy="9" r="8.5" fill={colour} className="stroke-line-strong" />
  </svg>
);

const isSize = (name: string) => /\bsize\b/i.test(name);

/** The name of an option in a sentence: "a size". */
export function withArticle(name: string): ReactNode {
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`;
}
