import type { ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import { badField } from '../../errors.ts';
import { cleanRichText, wordsOf } from '../../rich-text.ts';

const maxWords = 20_000;

/**
 * The columns of a description: rich text with its plain words beside it, or plain text alone. The plain words that
 * already stand there change nothing, so that a file or a call that knows only these leaves the rich text be.
 */
export function descriptionOf(
  { description, richDescription }: Pick<ProductChange, 'description' | 'richDescription'>,
  now?: { description: string },
): { description?: string; richDescription?: string | null } {
  if (richDescription === undefined) {
    // A spreadsheet may have ended the lines in its own way.
    const same = description === undefined || description.replaceAll('\r\n', '\n') === now?.description;
    return same ? {} : { description, richDescription: null };
  }
  const text = richDescription?.trim() ? cleanRichText(richDescription) : '';
  if (text === null) throw badField('richDescription', 'Invalid content');
  const words = wordsOf(text);
  if (words.length > maxWords) throw badField('richDescription', 'At most 20,000 characters');
  return { description: words, richDescription: words ? text : null };
}
