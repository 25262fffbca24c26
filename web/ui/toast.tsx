import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useId, useSyncExternalStore } from 'react';

type Kind = 'info' | 'success' | 'error';
type Toast = { id: number; message: string; kind: Kind };

const shownFor = 3000;
const none: Toast[] = [];
const listeners = new Set<() => void>();
let toasts: Toast[] = none;
let nextId = 1;
/** The mounted toasters; the last one is in the innermost dialog and the only one not covered. */
let toasters: string[] = [];

/** Shows a message at the top right for 3 s; it is read out too. @public */
export function toast(message: string, kind: Kind = 'info') {
  const id = nextId++;
  change([...toasts.slice(-2), { id, message, kind }]);
  setTimeout(() => dismiss(id), shownFor);
}

/** Shows toasts. Mounted in each layout and in each open dialog, because a dialog makes everything outside it inert. */
export function Toaster() {
  const id = useId();
  const shown = useSyncExternalStore(
    subscribe,
    () => (toasters.at(-1) === id ? toasts : none),
    () => none,
  );
  useEffect(() => {
    toasters = [...toasters, id];
    notifyListeners();
    return () => {
      toasters = toasters.filter((other) => other !== id);
      notifyListeners();
    };
  }, [id]);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed top-4 right-4 left-4 z-50 flex flex-col items-end gap-2 sm:left-auto print:hidden"
    >
      {shown.map((each) => (
        <Slip key={each.id} {...each} />
      ))}
    </div>
  );
}

const marks = {
  info: { Icon: Info, colour: 'text-press' },
  success: { Icon: CircleCheck, colour: 'text-leaf' },
  error: { Icon: CircleAlert, colour: 'text-madder' },
};

function Slip({ id, message, kind }: Toast) {
  const { Icon, colour } = marks[kind];
  return (
    <div className="toast-in pointer-events-auto flex max-w-sm items-center gap-3 rounded-lg bg-card py-1.5 pr-1.5 pl-4 text-sm shadow-float ring-1 ring-line">
      <Icon className={`size-5 shrink-0 ${colour}`} aria-hidden="true" />
      <p>{message}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
        className="grid size-9 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}

function dismiss(id: number) {
  if (toasts.some((each) => each.id === id)) change(toasts.filter((each) => each.id !== id));
}

function change(next: Toast[]) {
  toasts = next;
  notifyListeners();
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
