import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { badField } from '../../errors.ts';
import type { SanitisedText } from '../../rich-text.ts';
import { sanitise } from '../../sanitise.ts';
import { listUnrendered, setDescriptionHtml } from './description-queries.ts';

const maxWords = 20_000;

/** The rich description of an input, ready to be stored: null removes it, undefined leaves it. 400. */
export async function sanitiseDescription(
  { workers }: Pick<Deps, 'workers'>,
  { richDescription }: Pick<ProductChange, 'richDescription'>,
): Promise<SanitisedText | null | undefined> {
  if (!richDescription) return richDescription === undefined ? undefined : null;
  const [text] = await sanitise(workers, [{ field: 'richDescription', given: richDescription }]);
  if (text && text.words.length > maxWords) throw badField('richDescription', 'At most 20,000 characters');
  return text?.words ? text : null;
}

/**
 * The columns of a description: rich text with its HTML and plain text, or plain text alone. A plain text equal to the
 * current one changes nothing, so that a file or client that has only the plain text preserves the rich text.
 */
export function descriptionColumns(
  { description }: Pick<ProductChange, 'description'>,
  richText: SanitisedText | null | undefined,
  before?: { description: string },
): { description?: string; richDescription?: string | null; descriptionHtml?: string | null } {
  const plain = { richDescription: null, descriptionHtml: null };
  if (richText === null) return { description: '', ...plain };
  if (richText)
    return {
      description: richText.words,
      richDescription: richText.content,
      descriptionHtml: richText.html,
    };
  // Spreadsheets may change the line ends.
  const same = description === undefined || description.replaceAll('\r\n', '\n') === before?.description;
  return same ? {} : { description, ...plain };
}

/**
 * Renders the descriptions that an earlier version of the shop stored without HTML. One that can't be read becomes
 * empty, so that the product page shows its plain text.
 */
export async function renderDescriptions(db: Database): Promise<void> {
  for (;;) {
    const rows = await listUnrendered(db, 100);
    if (rows.length === 0) return;
    // Loaded when it is first needed (decision 56).
    const { sanitiseRichText } = await import('../../rich-text.ts');
    for (const { id, richDescription } of rows) {
      const text = sanitiseRichText(richDescription);
      await setDescriptionHtml(db, id, 'html' in text ? text.html : '');
    }
  }
}
