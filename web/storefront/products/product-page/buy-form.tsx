import { Check } from 'lucide-react';
import { useState } from 'react';
import { rupees } from '../../../../shared/money.ts';
import type { Recipient } from '../../../../shared/orders/cart.ts';
import { Button } from '../../../ui/button.tsx';
import { Quantity } from '../../../ui/quantity.tsx';
import { useLater } from '../../../ui/use-later.ts';
import { addToCart, addToCartUpTo } from '../../cart/cart.ts';
import { useAdded } from '../../cart/use-added.ts';
import { StockBadge } from '../cards/stock.tsx';
import type { VariantChoice, ViewedProduct } from './variant-choice.ts';
import { withArticle } from './variant-picker.tsx';

const buttonClass = 'flex-1 basis-auto whitespace-nowrap max-md:px-3 max-md:text-sm';

/**
 * The quantity and the buttons Add to Cart and Buy Now. Until a variant is chosen, one button leads to the first
 * missing choice; for a variant that is sold out, it offers a mail. On small screens the buttons stay at the bottom of
 * the window.
 */
export function BuyForm({
  product,
  choice,
  recipientOf,
}: {
  product: ViewedProduct;
  choice: VariantChoice;
  /** Who gets a gift card; null if that is not known yet. */
  recipientOf?: () => Recipient | null;
}) {
  const { variant } = choice;
  const [entered, setQuantity] = useState(1);
  const [added, confirm] = useAdded();
  const later = useLater(() =>
    import('../stock-alerts/stock-alert-dialog.tsx').then((file) => file.StockAlertDialog),
  );
  const missing = product.options[choice.missing];
  const inStock = variant?.countInStock ?? 0;
  const quantity = Math.min(entered, Math.max(1, inStock));
  const isBuyable = inStock > 0;

  function press() {
    if (missing) return choice.ask();
    if (!variant) return;
    if (!isBuyable) return later.open();
    const recipient = recipientOf?.();
    if (recipient === null) return;
    addToCart(product, variant, quantity, recipient);
    confirm();
  }
  const label = () => {
    if (missing) return `Select ${withArticle(missing.name)}`;
    if (!variant) return 'Not available';
    if (!isBuyable) return 'Tell me when it is back';
    return added ? 'Added to Cart' : 'Add to Cart';
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {isBuyable && (
          <div className="noscript:hidden print:hidden">
            <Quantity
              value={quantity}
              max={inStock}
              onChange={setQuantity}
              label={`Quantity of ${product.name}`}
            />
          </div>
        )}
        <p role="status">
          {variant || missing ? (
            <StockBadge
              count={variant?.countInStock ?? sumOf(product)}
              lowStockAt={variant?.lowStockAt ?? null}
            />
          ) : (
            <span className="text-sm text-ink-soft">
              This combination is not available. Please choose another.
            </span>
          )}
        </p>
      </div>
      <p className="hidden rounded-md bg-turmeric-tint px-4 py-3 text-sm text-turmeric-ink noscript:block print:hidden">
        Buying requires JavaScript, because your cart is stored in the browser.
      </p>
      <div className="buy-bar fixed inset-x-0 bottom-0 z-20 flex flex-wrap gap-x-3 gap-y-2 border-t border-line bg-paper px-[clamp(1.125rem,4vw,3rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:z-auto md:border-0 md:p-0 noscript:hidden print:hidden">
        <span className="figures shrink-0 self-center font-semibold md:hidden" aria-hidden="true">
          {rupees(variant?.finalPrice ?? product.finalPrice)}
        </span>
        <div className="flex flex-1 basis-auto flex-wrap gap-3">
          <Button
            size="lg"
            variant={isBuyable ? 'secondary' : 'primary'}
            disabled={!variant && !missing}
            className={buttonClass}
            onClick={press}
          >
            {/* The longest label reserves its width, so that nothing moves or wraps when it is shown. */}
            <span
              aria-live="polite"
              className="grid justify-items-center after:invisible after:block after:h-0 after:overflow-hidden after:pl-7 after:content-['Added_to_Cart']"
            >
              <span className="flex items-center gap-2">
                {added && isBuyable && <Check className="size-5" />}
                {label()}
              </span>
            </span>
          </Button>
          {isBuyable && (
            <Button
              size="lg"
              className={buttonClass}
              onClick={() => {
                const recipient = recipientOf?.();
                if (!variant || recipient === null) return;
                addToCartUpTo(product, variant, quantity, recipient);
                window.location.assign('/checkout');
              }}
            >
              Buy Now
            </Button>
          )}
        </div>
      </div>
      {variant && later.Component && (
        <later.Component
          open={later.isOpen}
          onClose={later.close}
          name={[product.name, ...variant.values].join(', ')}
          variantId={variant._id}
        />
      )}
    </>
  );
}

const sumOf = ({ variants }: ViewedProduct) =>
  variants.reduce((sum, { countInStock }) => sum + countInStock, 0);
