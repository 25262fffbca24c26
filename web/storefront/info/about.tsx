import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { Picture } from '../../ui/picture.tsx';
import { head } from '../layout/head.ts';
import { Section } from '../layout/section.tsx';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/about';

export const handle = { hasIslands: true };

export async function loader({ context }: Route.LoaderArgs) {
  const site = await load(context.get(shopContext).content.getSiteInfo());
  return pick(site, ['clientName', 'tagline', 'storyParagraphs', 'companyImageUrl', 'values', 'teamMembers']);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  head(shopOf(matches), {
    title: `About ${loaderData?.clientName ?? ''}`,
    description: loaderData?.storyParagraphs[0] ?? loaderData?.tagline ?? '',
    path: '/about',
    image: loaderData?.companyImageUrl,
  });

export default function About({ loaderData: site }: Route.ComponentProps) {
  return (
    <>
      <header className="shell pt-10 text-center lg:pt-16">
        <h1 className="text-4xl">About {site.clientName}</h1>
        {site.tagline && <p className="mt-4 text-lg text-ink-soft">{site.tagline}</p>}
      </header>
      <section
        aria-labelledby="story"
        className="shell mt-10 grid items-center gap-x-16 gap-y-8 lg:mt-16 lg:grid-cols-2"
      >
        <div className="overflow-hidden rounded-lg">
          <Picture
            path={site.companyImageUrl}
            alt={site.clientName}
            sizes="(min-width: 64rem) 60rem, 151vw"
            eager
            className="aspect-[4/5]"
          />
        </div>
        {site.storyParagraphs.length > 0 && (
          <div>
            <h2 id="story" className="text-2xl">
              Our Story
            </h2>
            <div className="mt-5 max-w-prose space-y-5">
              {site.storyParagraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        )}
      </section>
      {site.values.length > 0 && (
        <Section title="Our Values" headingClass="text-2xl" className="shell section-space">
          <ol className="mt-6 grid gap-x-8 gap-y-8 border-t border-line pt-8 sm:grid-cols-2 lg:grid-cols-4">
            {site.values.map(({ title, description }, index) => (
              <li key={title}>
                <p className="font-serif text-3xl text-turmeric-ink" aria-hidden="true">
                  {index + 1}
                </p>
                <h3 className="mt-2 text-lg leading-snug">{title}</h3>
                <p className="mt-2 text-ink-soft">{description}</p>
              </li>
            ))}
          </ol>
        </Section>
      )}
      {site.teamMembers.length > 0 && (
        <Section title="Our Team" headingClass="text-2xl" className="shell section-space">
          <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4 lg:gap-x-8">
            {site.teamMembers.map(({ _id, name, position, imageUrl }) => (
              <li key={_id}>
                <div className="overflow-hidden rounded-lg">
                  <Picture
                    path={imageUrl}
                    alt={name}
                    sizes="(min-width: 64rem) 18rem, 46vw"
                    className="aspect-square"
                  />
                </div>
                <h3 className="mt-3 text-lg leading-snug">{name}</h3>
                <p className="text-sm text-ink-soft">{position}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
