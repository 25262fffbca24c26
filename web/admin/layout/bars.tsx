import { useQuery } from '@tanstack/react-query';
import { LogOut, Store } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { read } from '../parts/data.ts';
import { useMay } from '../parts/me.ts';
import { isAt, type Place, placesFor } from './places.ts';

/** The links of a bar: what the role of the signed-in admin may use, and nothing until that is known. */
function Places({ children }: { children: (place: Place) => ReactNode }) {
  return placesFor(useMay()).map(children);
}

/** The bar at the side of wide screens. `isKnown`: an admin is signed in. */
export function SideBar({ name, isKnown }: { name: string; isKnown: boolean }) {
  const logOut = useLogOut();
  const shop = useQuery(read('GET /site-info')).data;
  const { pathname } = useLocation();
  const row =
    'flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-ink-soft hover:bg-paper-deep hover:text-ink ' +
    'aria-[current=page]:bg-press-tint aria-[current=page]:font-semibold aria-[current=page]:text-press';
  return (
    <header className="sticky top-0 flex h-dvh flex-col border-r border-line bg-paper px-3 py-5 max-lg:hidden">
      <p className="truncate px-3 font-serif text-xl font-semibold text-press" title={shop?.clientName}>
        {shop?.clientName ?? <span className="skeleton block h-lh w-24" />}
      </p>
      <p className="mb-5 truncate px-3 text-xs text-ink-soft">{name || 'Back office'}</p>
      <nav aria-label="Back office">
        <ul className="grid gap-0.5">
          {isKnown && (
            <Places>
              {({ Icon, Badge, ...place }) => (
                <li key={place.label}>
                  <Link
                    to={place.to}
                    aria-current={isAt(pathname, place) ? 'page' : undefined}
                    className={row}
                  >
                    <Icon className="size-4.5" />
                    {place.label}
                    {Badge && <Badge />}
                  </Link>
                </li>
              )}
            </Places>
          )}
        </ul>
      </nav>
      <div className="mt-auto grid gap-0.5 border-t border-line pt-3">
        <a href="/" className={row}>
          <Store className="size-4.5" />
          View Store
        </a>
        <button type="button" onClick={logOut} className={row}>
          <LogOut className="size-4.5" />
          Logout
        </button>
      </div>
    </header>
  );
}

/** The bar at the foot of small screens; it scrolls if it is too wide. */
export function BottomBar({ isKnown }: { isKnown: boolean }) {
  const logOut = useLogOut();
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page marks the place
  useEffect(() => {
    const here = bar.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const cell =
    'flex min-h-14 min-w-18 flex-1 flex-col items-center justify-center gap-1 px-1.5 text-xs text-ink-soft ' +
    'aria-[current=page]:font-semibold aria-[current=page]:text-press';
  return (
    <nav
      ref={bar}
      aria-label="Back office"
      className="fixed inset-x-0 bottom-0 z-20 overflow-x-auto border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="flex min-w-max">
        {isKnown && (
          <Places>
            {({ Icon, Badge, ...place }) => (
              <li key={place.label} className="flex flex-1">
                <Link
                  to={place.to}
                  aria-current={isAt(pathname, place) ? 'page' : undefined}
                  className={cell}
                >
                  <Icon className="size-5" />
                  <span className="flex gap-1">
                    {place.label}
                    {Badge && <Badge />}
                  </span>
                </Link>
              </li>
            )}
          </Places>
        )}
        <li className="flex flex-1">
          <a href="/" className={cell}>
            <Store className="size-5" />
            View Store
          </a>
        </li>
        <li className="flex flex-1">
          <button type="button" onClick={logOut} className={cell}>
            <LogOut className="size-5" />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Goes to the sign-in page, which ends the session. An admin who stays to save her input stays signed in. */
function useLogOut() {
  const navigate = useNavigate();
  return () => navigate('/login', { replace: true, state: { loggingOut: true } });
}
