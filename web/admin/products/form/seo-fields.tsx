import { useQuery } from '@tanstack/react-query';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { seoLimits } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { readRichText } from '../../../../shared/text/rich-text.ts';
import { richTextWords } from '../../../../shared/text/rich-text-output.ts';
import {
  cutAfterWord,
  documentTitle,
  shortDescription,
  shownInResults,
} from '../../../../shared/text/search-result.ts';
import { slugify } from '../../../../shared/text/slug.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import type { Draft } from './draft.ts';
import type { DraftForm } from './fields.tsx';

/** The title and the text for search engines, with the search result that they make. */
export function SeoFields({ form, saved }: { form: DraftForm; saved: Product | undefined }) {
  const { seoTitle, seoDescription, name } = form.values;
  const generated = shortDescription(wordsOf(form.values, saved));
  return (
    <div className="grid gap-4">
      <SearchResult draft={form.values} generated={generated} />
      <Field
        label="SEO title"
        optional
        maxLength={seoLimits.title}
        placeholder={name}
        hint={lengthText(seoTitle, shownInResults.title, 'The name if left empty.')}
        {...form.field('seoTitle')}
      />
      <TextAreaField
        label="SEO description"
        optional
        rows={3}
        maxLength={seoLimits.description}
        placeholder={generated}
        hint={lengthText(
          seoDescription,
          shownInResults.description,
          'The beginning of the description if left empty.',
        )}
        {...form.field('seoDescription')}
      />
    </div>
  );
}

function lengthText(text: string, shown: number, ifEmpty: string) {
  const { length } = text.trim();
  const words = `${length} of ${shown} characters${length > shown ? ': search engines cut the rest' : ''}.`;
  return (
    <span className={`figures ${length > shown ? 'text-madder' : ''}`}>{length > 0 ? words : ifEmpty}</span>
  );
}

/** A search result as Google shows it. */
function SearchResult({ draft, generated }: { draft: Draft; generated: string }) {
  const shop = useQuery(read('GET /site-info')).data;
  const { name, slug, seoTitle, seoDescription } = draft;
  const shopName = shop?.clientName ?? '';
  const title = documentTitle(seoTitle.trim() || name.trim() || 'Name of the product', shopName);
  const text = seoDescription.trim() || generated || 'Search engines choose a part of the page.';
  const host = typeof location === 'undefined' ? '' : location.host;
  return (
    <figure className="grid gap-0.5 rounded-md bg-paper p-4 ring-1 ring-line">
      <figcaption className="mb-1 text-xs text-ink-soft">How Google shows it</figcaption>
      <span className="truncate text-sm">{shopName}</span>
      <span className="truncate text-xs text-ink-soft">
        {host} › products › {slugify(slug || name) || 'product'}
      </span>
      <span className="text-lg leading-snug wrap-break-word text-press">
        {cutAfterWord(title, shownInResults.title)}
      </span>
      <span className="text-sm wrap-break-word text-ink-soft">
        {cutAfterWord(text, shownInResults.description)}
      </span>
    </figure>
  );
}

/** The words of the description as it is entered; those of stored HTML are known. */
function wordsOf({ description }: Draft, saved: Product | undefined): string {
  const text = description && readRichText(description);
  return text ? richTextWords(text) : description ? (saved?.description ?? '') : '';
}
