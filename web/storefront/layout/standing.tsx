import type { Shop } from './shop.ts';

/** Above every page: that the shop takes no orders now, or that only invited visitors see it. */
export function Standing({ site: { holiday, isOpen } }: { site: Shop['site'] }) {
  if (isOpen && !holiday) return null;
  return (
    <div className="bg-turmeric-tint text-turmeric-ink print:hidden">
      <div className="shell py-2.5 text-center text-sm">
        {holiday ? (
          <>
            <p className="font-medium">{holiday.text}</p>
            {holiday.note && <p className="mt-0.5 whitespace-pre-line">{holiday.note}</p>}
          </>
        ) : (
          <p>This shop is not open yet. You see a preview.</p>
        )}
      </div>
    </div>
  );
}
