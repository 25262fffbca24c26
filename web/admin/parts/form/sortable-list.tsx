import { DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { createContext, type KeyboardEvent, type ReactNode, use } from 'react';
import { iconButtonClass } from '../icon-button.tsx';

type Id = string | number;
type Order = { ids: Id[]; onMove: (from: number, to: number) => void };
const OrderContext = createContext<Order>({ ids: [], onMove: () => {} });

const silent = () => undefined;
const announcements = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent };

/**
 * Makes the `SortableItem`s of a list sortable, with the mouse, by touch and with the arrow keys. It goes around the
 * list element. `onMove` gets the two places; `arrayMove` of @dnd-kit/sortable gives the new order.
 */
export function Sortable({ ids, onMove, children }: Order & { children: ReactNode }) {
  // A press without a movement stays a click.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(ids.indexOf(active.id), ids.indexOf(over.id));
  }
  return (
    <DndContext
      sensors={sensors}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
    >
      <SortableContext items={ids}>
        <OrderContext value={{ ids, onMove }}>{children}</OrderContext>
      </SortableContext>
    </DndContext>
  );
}

/**
 * An item of a `Sortable` list. `children` places its handle, a button. With `whole`, a mouse can drag the item
 * anywhere, not only at its handle.
 */
export function SortableItem(props: {
  id: Id;
  name: string;
  whole?: boolean;
  className?: string;
  handleClass?: string;
  children: (handle: ReactNode) => ReactNode;
}) {
  const { id, name, whole = false, className = '', handleClass = iconButtonClass, children } = props;
  const { ids, onMove } = use(OrderContext);
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
  });
  const i = ids.indexOf(id);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (i + step < 0 || i + step >= ids.length) return;
    const handle = event.currentTarget;
    onMove(i, i + step);
    // An element that is moved in the page loses the focus.
    requestAnimationFrame(() => handle.focus());
  }

  return (
    <li
      ref={setNodeRef}
      {...(whole && listeners)}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={`${className} ${isDragging ? 'relative z-10 opacity-60' : ''}`}
    >
      {children(
        <button
          ref={setActivatorNodeRef}
          {...(!whole && listeners)}
          type="button"
          aria-label={`Move ${name}`}
          aria-description={`Place ${i + 1} of ${ids.length}`}
          aria-keyshortcuts="ArrowUp ArrowDown"
          title="Drag, or press the arrow keys"
          style={{ touchAction: 'none' }}
          onKeyDown={onKeyDown}
          className={`cursor-grab ${handleClass}`}
        >
          <GripVertical className="size-4" />
        </button>,
      )}
    </li>
  );
}
