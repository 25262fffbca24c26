import { type RefObject, useEffect, useState } from 'react';

export const rowHeight = 36;
const overscan = 8;

/** The first and the last row to render of a scrolled box, and how many rows fit into it. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: number) {
  const [view, setView] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setView({ top: Math.floor(element.scrollTop / rowHeight) * rowHeight, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const last = Math.min(rows - 1, Math.ceil((view.top + view.height) / rowHeight) + overscan);
  return { first, last, page: Math.max(1, Math.floor(view.height / rowHeight) - 2) };
}
