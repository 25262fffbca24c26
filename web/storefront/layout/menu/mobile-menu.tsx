import { Menu } from 'lucide-react';
import { useLater } from '../../../ui/use-later.ts';

/** The menu button of small screens; `isAlways`: of wide ones, too, before the name. */
export function MobileMenu({ isAlways = false }: { isAlways?: boolean }) {
  const menu = useLater(() => import('./menu-dialog.tsx').then((file) => file.MenuDialog));
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        onClick={menu.open}
        aria-haspopup="dialog"
        className={`-ml-2.5 grid size-11 shrink-0 place-items-center rounded-full noscript:hidden ${isAlways ? 'lg:order-first' : 'lg:hidden'}`}
      >
        <Menu className="size-6" />
      </button>
      {menu.Component && <menu.Component open={menu.isOpen} onClose={menu.close} />}
    </>
  );
}
