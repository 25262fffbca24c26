import { data } from 'react-router';
import type { PolicyType } from '../../../shared/contract/content.ts';
import { shopContext } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { RichHtml } from '../../ui/rich-html.tsx';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/policy';

type PolicyWords = {
  /** What the page is called while there is no policy to name it. */
  name: string;
  failure: string;
  longDate?: boolean;
  links?: [to: string, label: string][];
};

const wordsOf: Record<PolicyType, PolicyWords> = {
  'shipping-policy': {
    name: 'Shipping Policy',
    failure: 'Failed to load shipping policy',
    links: [
      ['/track-order', 'Track Your Order'],
      ['/contact', 'Contact Support'],
    ],
  },
  'returns-refunds': {
    name: 'Returns Policy',
    failure: 'Failed to load returns & refunds policy',
    links: [
      ['/returns/start', 'Initiate Return'],
      ['/refunds/status', 'Check Status'],
      ['/contact', 'Contact Support'],
    ],
  },
  'privacy-policy': {
    name: 'Privacy Policy',
    failure: 'Failed to load privacy policy',
    longDate: true,
  },
  'terms-condition': {
    name: 'Terms of Service',
    failure: 'Failed to load terms of service',
    longDate: true,
  },
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const type = url.pathname.replaceAll('/', '') as PolicyType;
  try {
    const policy = await context.get(shopContext).content.getPolicy(type);
    return data({ type, policy, failed: false });
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    return data({ type, policy: null, failed: status !== 404 }, { status });
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { type, policy } = loaderData;
  const shop = shopOf(matches);
  const title = policy?.title ?? wordsOf[type].name;
  return head(shop, {
    title,
    description: `${title} of ${shop?.site.clientName ?? 'the shop'}.`,
    path: `/${type}`,
    type: 'article',
    hidden: !policy,
  });
};

export default function PolicyPage({ loaderData: { type, policy, failed } }: Route.ComponentProps) {
  const words = wordsOf[type];
  if (!policy) {
    return (
      <div className="shell py-10">
        <Empty
          level={1}
          title={`${words.name} Not Available`}
          text={failed ? words.failure : 'Please check back later.'}
          action={
            <ButtonLink to="/contact" variant="secondary">
              Contact Support
            </ButtonLink>
          }
        />
      </div>
    );
  }
  const sections = [...policy.sections].sort((one, other) => one.order - other.order);
  return (
    <article className="shell max-w-3xl pt-10 lg:pt-16">
      <h1 className="text-3xl">{policy.title}</h1>
      <p className="mt-3 text-sm text-ink-soft">
        Last updated{' '}
        <time dateTime={policy.lastUpdated}>{dateText(policy.lastUpdated, words.longDate ?? false)}</time>
      </p>
      <RichHtml html={policy.html} className="mt-8 text-lg" />
      {sections.map((section) => (
        <section key={section.order} className="mt-9 border-t border-line pt-7">
          <h2 className="mb-3 text-xl">{section.heading}</h2>
          <RichHtml html={section.html} />
        </section>
      ))}
      {words.links && (
        <nav aria-label="Next steps" className="mt-12 flex flex-wrap gap-3 border-t border-line pt-8">
          {words.links.map(([to, label], index) => (
            <ButtonLink key={to} to={to} variant={index === 0 ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </article>
  );
}

function dateText(date: string, long: boolean): string {
  return new Date(date).toLocaleDateString('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: long ? 'long' : 'short',
    year: 'numeric',
  });
}
