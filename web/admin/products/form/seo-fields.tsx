import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { seoLimits } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { readRichText } from '../../../../shared/text/rich-text.ts';
import { richTextWords } from '../../../../shared/text/rich-text-output.ts';
import { shortDescription, shownInResults } from '../../../../shared/text/search-result.ts';
import { slugify } from '../../../../shared/text/slug.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { lengthText, SearchResult } from '../../parts/form/search-result.tsx';
import type { Draft } from './draft.ts';
import type { DraftForm } from './fields.tsx';

/** The title and the text for search engines, with the search result that they make. */
export function SeoFields({ form, saved }: { form: DraftForm; saved: Product | undefined }) {
  const { seoTitle, seoDescription, name, slug } = form.values;
  const generated = shortDescription(wordsOf(form.values, saved));
  return (
    <div className="grid gap-4">
      <SearchResult
        title={seoTitle.trim() || name.trim() || 'Name of the product'}
        text={seoDescription.trim() || generated}
        path={['products', slugify(slug || name) || 'product']}
      />
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

/** The words of the description as it is entered; those of stored HTML are known. */
function wordsOf({ description }: Draft, saved: Product | undefined): string {
  const text = description && readRichText(description);
  return text ? richTextWords(text) : description ? (saved?.description ?? '') : '';
}
