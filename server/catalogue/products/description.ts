import type { ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import { badField } from '../../errors.ts';
import { cleanRichText, wordsOf } from '../../rich-text.ts';

const maxWords = 20_000;

/**
 * The columns of a description: rich text with its plain text, or plain text alone. A plain text equal to the current
 * one changes nothing, so that a file or client that has only the plain text preserves the rich text. 400.
 */
export function descriptionOf(
  { description, richDescription }: Pick<ProductChange, 'description' | 'richDescription'>,
  before?: { description: string },
): { description?: string; richDescription?: string | null } {
  if (richDescription === undefined) {
    // Spreadsheets may change the line ends.
    const same = description === undefined || description.replaceAll('\r\n', '\n') === before?.description;
    return same ? {} : { description, richDescription: null };
  }
  const text = richDescription?.trim() ? cleanRichText(richDescription) : '';
  if (text === null) throw badField('richDescription', 'Invalid content');
  const words = wordsOf(text);
  if (words.length > maxWords) throw badField('richDescription', 'At most 20,000 characters');
  return { description: words, richDescription: words ? text : null };
}
