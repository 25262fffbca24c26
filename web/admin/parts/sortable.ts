import { type DragEvent, type KeyboardEvent, useState } from 'react';

/** A list with one of its items put elsewhere. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * Dragging items of a list to another place, and the same by arrow keys on an item's handle. Spread `item(i)` on
 * the item and `handle(i, name)` on a button inside it. `onDrop` also gets files that are dropped on the list.
 */
export function useSortable(count: number, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const clear = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    /** True for the place an item would be dropped at. */
    isTarget: (i: number) => over === i && dragged !== null && dragged !== i,
    isDragged: (i: number) => dragged === i,
    item: (i: number) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.stopPropagation();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(i));
        setDragged(i);
      },
      onDragOver(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(i);
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        if (dragged !== i) onMove(dragged, i);
        clear();
      },
      onDragEnd: clear,
    }),
    handle: (i: number, name: string) => ({
      type: 'button' as const,
      'aria-label': `Move ${name}`,
      'aria-description': `Place ${i + 1} of ${count}`,
      'aria-keyshortcuts': 'ArrowUp ArrowDown',
      title: 'Drag, or press the arrow keys',
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        if (i + step < 0 || i + step >= count) return;
        const handle = event.currentTarget;
        onMove(i, i + step);
        // An element that is moved in the page loses the focus.
        requestAnimationFrame(() => handle.focus());
      },
    }),
  };
}
