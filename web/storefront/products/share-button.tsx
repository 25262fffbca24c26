import { Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { rupees } from '../../../shared/money.ts';
import { useShop } from '../layout/shop.ts';

const delayMs = 500;

/** Opens a WhatsApp message with the product's name, price and address, half a second after the click (spec §4). */
export function ShareButton({
  name,
  price,
  path,
  showLabel = false,
  tabIndex,
}: {
  name: string;
  price: number;
  path: string;
  showLabel?: boolean;
  tabIndex?: -1;
}) {
  const shop = useShop();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const text = `${name} - ${rupees(price)}\n${shop?.origin ?? ''}${path}`;
  const href = `https://wa.me/?text=${encodeURIComponent(text)}`;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Share ${name}`}
      title="Share"
      tabIndex={tabIndex}
      onClick={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        timer.current = setTimeout(() => window.open(href, '_blank', 'noopener,noreferrer'), delayMs);
      }}
      className={
        showLabel
          ? 'inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-sm font-medium text-press hover:bg-press-tint'
          : 'grid size-11 place-items-center text-ink-soft [&>svg]:hover:bg-press [&>svg]:hover:text-on-press'
      }
    >
      <Share2
        className={
          showLabel ? 'size-4.5' : 'size-8 rounded-full bg-card/90 p-2 transition-colors active:scale-90'
        }
      />
      {showLabel && 'Share'}
    </a>
  );
}
