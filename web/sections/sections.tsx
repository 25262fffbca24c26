import { createElement, type ReactNode, useContext } from 'react';
import { Announcement } from './announcement/view.tsx';
import { Banner } from './banner/view.tsx';
import { Buttons } from './buttons/view.tsx';
import { CallToAction } from './call-to-action/view.tsx';
import { Categories } from './categories/view.tsx';
import { Contact } from './contact/view.tsx';
import { Countdown } from './countdown/view.tsx';
import { Divider } from './divider/view.tsx';
import { Facts } from './facts/view.tsx';
import { SectionFailuresContext } from './failures.ts';
import { Gallery } from './gallery/view.tsx';
import { GiftPrices } from './gift-prices/view.tsx';
import { Hero } from './hero/view.tsx';
import { Look } from './look/view.tsx';
import { Maker } from './maker/view.tsx';
import { Makers } from './makers/view.tsx';
import { MapSection } from './map/view.tsx';
import type { Page, PageFacts, SectionProps, ShownSection } from './page.ts';
import { Places } from './places/view.tsx';
import { Products } from './products/view.tsx';
import { Promises } from './promises/view.tsx';
import { Questions } from './questions/view.tsx';
import { Quotes } from './quotes/view.tsx';
import { RichTextSection } from './rich-text/view.tsx';
import type { SectionKind } from './schemas.ts';
import { Season } from './season/view.tsx';
import { Story } from './story/view.tsx';
import { Video } from './video/view.tsx';

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
  announcement: Announcement,
  buttons: Buttons,
  contact: Contact,
  countdown: Countdown,
  divider: Divider,
  facts: Facts,
  gallery: Gallery,
  look: Look,
  maker: Maker,
  map: MapSection,
  questions: Questions,
  quotes: Quotes,
  'rich-text': RichTextSection,
  story: Story,
  video: Video,
};

/** Sections above the first picture of a page, which is loaded at once. */
const withoutPicture = new Set<SectionKind>(['announcement', 'divider']);

/** The sections of a page, from top to bottom. */
export function Sections({ sections, facts }: Page) {
  const lead = sections.find(({ kind }) => !withoutPicture.has(kind));
  const first = sections.find(({ kind }) => kind === 'hero');
  return sections.map((section) => {
    const shown = (
      <OneSection
        key={section._id}
        section={section}
        facts={facts}
        isFirst={section === first}
        isLead={section === lead}
      />
    );
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

/** A section, between marks by which the server finds the section of an error; a note in a draft if it has failed. */
function OneSection<Kind extends SectionKind>({
  section: { _id, kind, settings, products },
  facts,
  isFirst,
  isLead,
}: {
  section: Shown<Kind>;
  facts: PageFacts;
  isFirst: boolean;
  isLead: boolean;
}) {
  const failures = useContext(SectionFailuresContext);
  if (failures?.failed.has(_id)) return facts.isDraft ? <FailedSection /> : null;
  const props = { settings, products, facts, isFirst, isLead };
  return (
    <>
      <Mark begins={_id} />
      {createElement<SectionProps<Kind>>(views[kind], props)}
      <Mark begins={null} />
    </>
  );
}

/** Notes which section is rendered from here on. */
function Mark({ begins }: { begins: string | null }) {
  const failures = useContext(SectionFailuresContext);
  if (failures) failures.current = begins;
  return null;
}

function FailedSection() {
  return (
    <p role="alert" className="shell section-space text-madder">
      This section could not be shown.
    </p>
  );
}
