import { Share2 } from 'lucide-react';
import { rupees } from '../../../../shared/money.ts';
import { usePageData } from '../../layout/page-data.ts';

/**
 * Opens a WhatsApp message with the product's name, price and address. `islands/page.ts` delays it by half a second
 * (spec §4).
 */
export function ShareButton({
  name,
  price,
  path,
  showLabel = false,
}: {
  name: string;
  price: number;
  path: string;
  showLabel?: boolean;
}) {
  const { shop } = usePageData();
  const text = `${name} - ${rupees(price)}\n${shop?.origin ?? ''}${path}`;
  // These need no escape in a query, and pages contain many such links.
  const encoded = encodeURIComponent(text).replace(/%(?:2C|2F|3A|E2%82%B9)/g, decodeURIComponent);
  const href = `https://wa.me/?text=${encoded}`;
  return (
    <a
      href={href}
      aria-label={`Share ${name}`}
      title="Share"
      className={
        showLabel
          ? 'inline-flex min-h-11 items-center gap-2 rounded-button px-4 text-sm font-medium text-press hover:bg-press-tint'
          : 'card-share'
      }
    >
      {showLabel && (
        <>
          <Share2 className="size-4.5" />
          Share
        </>
      )}
    </a>
  );
}
