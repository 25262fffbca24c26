import { badField } from '../../errors.ts';

/** A page with its drafts as the server has rendered it. `failed`: the ids of sections that could not be rendered. */
export type DraftPage = { html: string; failed: string[] };

/** Renders the draft of a page by its key (`home`, or an id). Undefined where no pages are served. */
export type RenderDraft = (key: string) => Promise<DraftPage>;

/** The HTML that a page may have. */
const maxBytes = 60 * 1024;

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

/**
 * Refuses to publish a page that would be too heavy, or with a section that can't be shown: 400 by section, for the
 * section that takes most of the page.
 */
export function checkDraftPage({ html, failed }: DraftPage, ids: string[]): void {
  const broken = ids.findIndex((id) => failed.includes(id));
  if (broken >= 0)
    throw badField(
      `document.sections.${broken}`,
      'This section can’t be shown. Change its settings, or remove it.',
    );
  const total = Buffer.byteLength(html);
  if (total <= maxBytes) return;
  const sizes = ids.map((id) => sizeOfSection(html, id));
  const largest = Math.max(0, ...sizes);
  throw badField(
    `document.sections.${sizes.indexOf(largest)}`,
    `This page would have ${kilobytes(total)} KB, and may have ${kilobytes(maxBytes)} KB, so that it opens quickly on a phone. ` +
      `This section has ${kilobytes(largest)} KB: shorten it, show less in it, or remove it.`,
  );
}

/** The bytes from where a section begins, which a draft marks, to the next section or the end of the content. */
function sizeOfSection(html: string, id: string): number {
  const start = html.indexOf(`data-section="${id}"`);
  if (start < 0) return 0;
  const next = [html.indexOf('data-section="', start + 1), html.indexOf('</main>', start)];
  const end = Math.min(...next.filter((index) => index > 0), html.length);
  return Buffer.byteLength(html.slice(start, end));
}
