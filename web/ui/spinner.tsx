/** A spinner in the text colour. With a `label` it is announced. */
export function Spinner({ label, large = false }: { label?: string; large?: boolean }) {
  const ring = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={`spin shrink-0 ${large ? 'size-9' : 'size-4.5'}`}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3">
      {ring}
      <span className={large ? '' : 'sr-only'}>{label}</span>
    </span>
  );
}
