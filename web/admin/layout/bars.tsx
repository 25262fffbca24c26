import { useQuery } from '@tanstack/react-query';
import { Ellipsis, LogOut, Store } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { read } from '../parts/data.ts';
import { useMay, useMe } from '../parts/me.ts';
import { isAt, type Place, placesFor, placesInBar } from './places.ts';
import { useLogOut } from './use-log-out.ts';

const row =
  'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-ink-soft hover:bg-paper-deep hover:text-ink lg:min-h-10 ' +
  'aria-[current=page]:bg-press-tint aria-[current=page]:font-semibold aria-[current=page]:text-press';
const cell =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 px-1.5 text-xs text-ink-soft -outline-offset-2 ' +
  'aria-[current]:font-semibold aria-[current]:text-press';
const icon = 'size-5 lg:size-4.5';

/** The bar at the side of wide screens. `isKnown`: an admin is signed in. */
export function SideBar({ name, isKnown }: { name: string; isKnown: boolean }) {
  const shop = useQuery(read('GET /site-info')).data;
  return (
    <header className="sticky top-0 flex h-dvh flex-col border-r border-line bg-paper px-3 py-5 max-lg:hidden">
      <p className="truncate px-3 font-serif text-xl font-semibold text-press" title={shop?.clientName}>
        {shop?.clientName ?? <span className="skeleton block h-lh w-24" />}
      </p>
      <p className="mb-5 truncate px-3 text-xs text-ink-soft">{name || 'Back office'}</p>
      <nav aria-label="Back office">
        <ul className="grid gap-0.5">{isKnown && <SidePlaces />}</ul>
      </nav>
      <ul className="mt-auto grid gap-0.5 border-t border-line pt-3">
        <StoreAndLogout className={row} />
      </ul>
    </header>
  );
}

function SidePlaces() {
  return usePlaces().map((place) => (
    <li key={place.label}>
      <PlaceLink place={place} className={row} />
    </li>
  ));
}

/** The places that the role of the signed-in admin may use; none until the role is known. */
function usePlaces(): Place[] {
  const may = useMay();
  return useMe() ? placesFor(may) : [];
}

/** The bar at the foot of small screens: four places, and "More", which opens a sheet with the others. */
export function BottomBar() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { pathname } = useLocation();
  const places = usePlaces();
  const shown = placesInBar(places);
  const others = places.filter((place) => !shown.includes(place));
  return (
    <>
      <nav
        aria-label="Back office"
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="mx-auto flex max-w-xl *:flex *:flex-1">
          {shown.map((place) => (
            <li key={place.label}>
              <PlaceLink place={place} className={cell} />
            </li>
          ))}
          <li>
            <button
              type="button"
              onClick={() => setIsOpen(true)}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-current={others.some((place) => isAt(pathname, place)) || undefined}
              className={cell}
            >
              <Ellipsis className={icon} />
              More
            </button>
          </li>
        </ul>
      </nav>
      <Dialog
        open={isOpen}
        onClose={close}
        title="More"
        className="mb-0 w-full rounded-b-none pb-[env(safe-area-inset-bottom)]"
      >
        <nav aria-label="More">
          <ul className="grid gap-0.5 p-3 text-base">
            {others.map((place) => (
              <li key={place.label}>
                <PlaceLink place={place} className={row} onClick={close} />
              </li>
            ))}
            <StoreAndLogout className={row} onClick={close} />
          </ul>
        </nav>
      </Dialog>
    </>
  );
}

/** A link to a place, marked if the page belongs to it. */
function PlaceLink({ place, className, onClick }: { place: Place; className: string; onClick?: () => void }) {
  const { pathname } = useLocation();
  const { to, label, Icon, Badge } = place;
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={isAt(pathname, place) ? 'page' : undefined}
      className={className}
    >
      <Icon className={icon} />
      <span className="flex items-center gap-1 lg:grow">
        {label}
        {Badge && <Badge />}
      </span>
    </Link>
  );
}

/** The last two items of a bar. */
function StoreAndLogout({ className, onClick }: { className: string; onClick?: () => void }) {
  const logOut = useLogOut();
  return (
    <>
      <li>
        <a href="/" onClick={onClick} className={className}>
          <Store className={icon} />
          View Store
        </a>
      </li>
      <li>
        <button
          type="button"
          onClick={() => {
            onClick?.();
            void logOut();
          }}
          className={className}
        >
          <LogOut className={icon} />
          Logout
        </button>
      </li>
    </>
  );
}
