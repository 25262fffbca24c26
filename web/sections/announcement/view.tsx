import type { SectionProps } from '../page.ts';

export function Announcement({ settings: { text, link } }: SectionProps<'announcement'>) {
  if (!text) return null;
  return (
    <aside
      aria-label="Announcement"
      className="bg-press px-4 py-2.5 text-center text-sm text-on-press wrap-anywhere"
    >
      {text}{' '}
      {link.label && link.to && (
        <a href={link.to} className="font-semibold underline underline-offset-4">
          {link.label}
        </a>
      )}
    </aside>
  );
}
