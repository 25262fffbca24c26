import type { ReactNode } from 'react';

/** Stands at the foot of a long form, above the bar of small screens. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 col-start-1 -mx-4 mt-6 flex items-center justify-end gap-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:bottom-0 lg:-mx-px lg:px-px">
      {children}
    </div>
  );
}
