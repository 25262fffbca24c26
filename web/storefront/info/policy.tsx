import { data } from 'react-router';
import type { Policy, PolicyType } from '../../../shared/contract/policies.ts';
import { Island } from '../../islands/island.tsx';
import { shopContext } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PolicyText } from '../../ui/text/policy-text.tsx';
import { head } from '../layout/head.ts';
import { Retry } from '../layout/retry.tsx';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/policy';

type PolicyTexts = {
  name: string;
  failure: string;
  links?: [to: string, label: string][];
};

const textsByType: Record<PolicyType, PolicyTexts> = {
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
  },
  'terms-condition': {
    name: 'Terms of Service',
    failure: 'Failed to load terms of service',
  },
};

export const handle = { hasIslands: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const type = url.pathname.replaceAll('/', '') as PolicyType;
  try {
    const policy = await context.get(shopContext).content.getPolicy(type);
    return data({ type, policy: withoutContent(policy), failed: false });
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    return data({ type, policy: null, failed: status !== 404 }, { status });
  }
}

function withoutContent({ content: _, sections, ...policy }: Policy) {
  return { ...policy, sections: sections.map(({ content: __, ...section }) => section) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { type, policy } = loaderData;
  const shop = shopOf(matches);
  const title = policy?.title ?? textsByType[type].name;
  return head(shop, {
    title,
    description: `${title} of ${shop?.site.clientName ?? 'the shop'}.`,
    path: `/${type}`,
    type: 'article',
    hidden: !policy,
  });
};

export default function PolicyPage({ loaderData: { type, policy, failed } }: Route.ComponentProps) {
  const texts = textsByType[type];
  if (!policy) {
    return (
      <div className="shell py-10">
        <Empty
          level={1}
          title={`${texts.name} Not Available`}
          text={failed ? texts.failure : 'Please check back later.'}
          action={
            <>
              {failed && <Island name="retry" component={Retry} props={{}} eager />}
              <ButtonLink href="/contact" variant="secondary">
                Contact Support
              </ButtonLink>
            </>
          }
        />
      </div>
    );
  }
  return (
    <article className="shell max-w-3xl pt-10 lg:pt-16">
      <PolicyText policy={policy} />
      {texts.links && (
        <nav aria-label="Next steps" className="mt-12 flex flex-wrap gap-3 border-t border-line pt-8">
          {texts.links.map(([to, label], index) => (
            <ButtonLink key={to} href={to} variant={index === 0 ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </article>
  );
}
