import { useQuery } from '@tanstack/react-query';
import { cutAfterWord, documentTitle, shownInResults } from '../../../../shared/text/search-result.ts';
import { read } from '../data.ts';

/** How long a text for search engines is, of what they show; `ifEmpty` without a text. */
export function lengthText(text: string, shown: number, ifEmpty: string) {
  const { length } = text.trim();
  const words = `${length} of ${shown} characters${length > shown ? ': search engines cut the rest' : ''}.`;
  return (
    <span className={`figures ${length > shown ? 'text-madder' : ''}`}>{length > 0 ? words : ifEmpty}</span>
  );
}

/** A search result as Google shows it. `title` is without the name of the shop; `path` are the parts of the address. */
export function SearchResult({ title, text, path }: { title: string; text: string; path: string[] }) {
  const shop = useQuery(read('GET /site-info')).data;
  const shopName = shop?.clientName ?? '';
  const host = typeof location === 'undefined' ? '' : location.host;
  return (
    <figure className="grid gap-0.5 rounded-md bg-paper p-4 ring-1 ring-line">
      <figcaption className="mb-1 text-xs text-ink-soft">How Google shows it</figcaption>
      <span className="truncate text-sm">{shopName}</span>
      <span className="truncate text-xs text-ink-soft">{[host, ...path].join(' › ')}</span>
      <span className="text-lg leading-snug wrap-break-word text-press">
        {cutAfterWord(documentTitle(title, shopName), shownInResults.title)}
      </span>
      <span className="text-sm wrap-break-word text-ink-soft">
        {cutAfterWord(text || 'Search engines choose a part of the page.', shownInResults.description)}
      </span>
    </figure>
  );
}
