import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { PageDataContext, type ShopBasics } from '../storefront/layout/page-data.ts';
import { protectFromOtherHtml, serviceWorkerPath } from '../ui/text/trusted-html.ts';
import { onToast } from '../ui/toast.tsx';
import { address, firstSearch } from './address.ts';
import { fromAttribute } from './attribute.ts';
import { StaticChildren } from './island.tsx';
import { startIslands } from './start.ts';

let count = 0;

const data = document.querySelector<HTMLElement>('[data-shop]')?.dataset.shop;
const shop = data === undefined ? undefined : (fromAttribute(data) as ShopBasics);

/** Hydrates an island with the component and the properties that the server has rendered. */
export function hydrate(island: HTMLElement, component: ComponentType<never>): Root {
  const Component = component as ComponentType<{ children?: ReactNode }>;
  const props = fromAttribute(island.dataset.props ?? '{}') as object;
  const part = island.querySelector('haat-static');
  return hydrateRoot(
    island,
    <Hydrated island={island}>
      <Component {...props}>{part && <StaticChildren nodes={[...part.childNodes]} />}</Component>
    </Hydrated>,
    { identifierPrefix: `island${++count}` },
  );
}

/** Provides the page's data to an island, and reports when it is hydrated. */
function Hydrated({ island, children }: { island: HTMLElement; children: ReactNode }) {
  // While it hydrates, the query for which its HTML was rendered; the listing may have changed it meanwhile.
  const rendered = () => island.dataset.search ?? firstSearch;
  const search = useSyncExternalStore(address.subscribe, address.get, rendered);
  // At once, because from now on React handles the events.
  useLayoutEffect(() => {
    island.dataset.hydrated = '';
  }, [island]);
  useEffect(() => {
    // boot.js now repeats what was done in the island before.
    island.dispatchEvent(new Event('hydrated', { bubbles: true }));
  }, [island]);
  const { pathname } = window.location;
  return <PageDataContext value={{ shop, pathname, search, hasIslands: false }}>{children}</PageDataContext>;
}

protectFromOtherHtml();
// After the page, when it is used. The page is complete without it.
navigator.serviceWorker?.register(serviceWorkerPath, { updateViaCache: 'all' }).catch(() => {});
onToast(() => startIslands('toaster'));
