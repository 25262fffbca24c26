import { useMemo } from 'react';
import { trustedHtml } from './trusted-html.ts';

/**
 * HTML that the server has rendered from the editor's JSON or sanitised (contract §5). It must not get other HTML,
 * because it inserts it unchanged. Null means that the content could not be parsed.
 */
export function RichHtml({ html, className = '' }: { html: string | null; className?: string }) {
  const trusted = useMemo(() => ({ __html: trustedHtml(html ?? '') }), [html]);
  if (html === null) return <p className="text-madder">Invalid content</p>;
  return (
    <div
      className={`rich-text ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on write and on render
      dangerouslySetInnerHTML={trusted}
    />
  );
}
