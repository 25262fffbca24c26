import { type ComponentType, useState } from 'react';
import { toast } from './toast.tsx';

/**
 * A dialog whose code is loaded when it is first opened. `Component` is undefined until then. If the code can't be
 * loaded, a message says so, and opening it again tries again.
 */
export function useLater<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [isOpen, setIsOpen] = useState(false);
  return {
    Component,
    isOpen,
    close: () => setIsOpen(false),
    open() {
      load().then(
        (loaded) => {
          setComponent(() => loaded);
          setIsOpen(true);
        },
        () => toast('This could not be loaded. Please try again.', 'error'),
      );
    },
  };
}
