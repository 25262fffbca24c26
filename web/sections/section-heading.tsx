/** The heading of a section, if it has one, and a text below it. */
export function SectionHeading({ id, heading, text }: { id: string; heading: string; text?: string }) {
  if (!heading && !text) return null;
  return (
    <div className="mb-6 lg:mb-8">
      {heading && (
        <h2 id={id} className="text-2xl wrap-anywhere">
          {heading}
        </h2>
      )}
      {text && <p className="mt-3 max-w-prose text-lg whitespace-pre-line text-ink-soft">{text}</p>}
    </div>
  );
}
