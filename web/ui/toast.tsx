import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useId } from 'react';
import { readStored, writeStored } from '../browser-storage.ts';
import { nextToastKey } from './next-toast.ts';
import { createStore } from './store.ts';

type Variant = 'info' | 'success' | 'error';
type Toast = { id: number; message: string; variant: Variant };

const durationMs = 3000;
const toasts = createStore<Toast[]>([]);
/** The mounted toasters. The last one is in the innermost dialog, and the only one that is not inert. */
const toasters = createStore<string[]>([]);
let nextId = 1;

/** Shows a message at the top right for 3 s; it is announced too. @public */
export function toast(message: string, variant: Variant = 'info') {
  const id = nextId++;
  toasts.set([...toasts.get().slice(-2), { id, message, variant }]);
  setTimeout(() => dismiss(id), durationMs);
}

/** Calls `listener` when a toast is shown or dismissed. */
export const onToast = toasts.subscribe;

/** Shows toasts. Mounted in each layout and in each open dialog, because a dialog makes everything outside it inert. */
export function Toaster() {
  const id = useId();
  const all = toasts.use();
  const shown = toasters.use().at(-1) === id ? all : [];
  useEffect(() => {
    toasters.set([...toasters.get(), id]);
    const message = readStored(nextToastKey);
    if (message) {
      writeStored(nextToastKey, null);
      toast(message, 'success');
    }
    return () => toasters.set(toasters.get().filter((toaster) => toaster !== id));
  }, [id]);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed top-4 right-4 left-4 z-50 flex flex-col items-end gap-2 sm:left-auto print:hidden"
    >
      {shown.map((item) => (
        <ToastMessage key={item.id} {...item} />
      ))}
    </div>
  );
}

const icons = {
  info: { Icon: Info, colour: 'text-press' },
  success: { Icon: CircleCheck, colour: 'text-leaf' },
  error: { Icon: CircleAlert, colour: 'text-madder' },
};

function ToastMessage({ id, message, variant }: Toast) {
  const { Icon, colour } = icons[variant];
  return (
    <div className="toast-in pointer-events-auto flex max-w-sm items-center gap-3 rounded-lg bg-card py-1.5 pr-1.5 pl-4 text-sm shadow-float ring-1 ring-line">
      <Icon className={`size-5 shrink-0 ${colour}`} />
      <p>{message}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
        className="grid size-9 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}

function dismiss(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
