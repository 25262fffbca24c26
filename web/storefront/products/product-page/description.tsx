import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { RichHtml } from '../../../ui/text/rich-html.tsx';

/** The description of a product, formatted if it is. */
export function Description({ description, descriptionHtml }: Product) {
  return descriptionHtml ? (
    <RichHtml html={descriptionHtml} className="max-w-prose" />
  ) : (
    <p className="max-w-prose whitespace-pre-line">{description}</p>
  );
}
