import { createElement, type ReactNode } from 'react';
import { Banner } from './banner/view.tsx';
import { CallToAction } from './call-to-action/view.tsx';
import { Categories } from './categories/view.tsx';
import { GiftPrices } from './gift-prices/view.tsx';
import { Hero } from './hero/view.tsx';
import { Makers } from './makers/view.tsx';
import type { Page, PageFacts, SectionProps, ShownSection } from './page.ts';
import { Places } from './places/view.tsx';
import { Products } from './products/view.tsx';
import { Promises } from './promises/view.tsx';
import type { SectionKind } from './schemas.ts';
import { Season } from './season/view.tsx';

/** What each kind of section is rendered with. */
const views: { [Kind in SectionKind]: (props: SectionProps<Kind>) => ReactNode } = {
  hero: Hero,
  promises: Promises,
  categories: Categories,
  products: Products,
  season: Season,
  makers: Makers,
  banner: Banner,
  places: Places,
  'gift-prices': GiftPrices,
  'call-to-action': CallToAction,
};

/** The sections of a page, from top to bottom. */
export function Sections({ sections, facts }: Page) {
  return sections.map((section) => {
    const shown = <OneSection key={section._id} section={section} facts={facts} />;
    if (!facts.isDraft) return shown;
    return (
      <div key={section._id} data-section={section._id} className="contents">
        {shown}
      </div>
    );
  });
}

type Shown<Kind extends SectionKind> = Omit<ShownSection, 'kind' | 'settings'> & {
  kind: Kind;
  settings: SectionProps<Kind>['settings'];
};

function OneSection<Kind extends SectionKind>({
  section: { kind, settings, products },
  facts,
}: {
  section: Shown<Kind>;
  facts: PageFacts;
}) {
  return createElement<SectionProps<Kind>>(views[kind], { settings, products, facts });
}
