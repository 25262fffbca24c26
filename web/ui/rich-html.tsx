/**
 * Text that the server has rendered from the editor's JSON or sanitised HTML (contract §5), and nothing else:
 * it goes into the page as it is. Null is content that could not be read.
 */
export function RichHtml({ html, className = '' }: { html: string | null; className?: string }) {
  if (html === null) return <p className="text-madder">Invalid content</p>;
  return (
    <div
      className={`rich-text ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on write and on render
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
