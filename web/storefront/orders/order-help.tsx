import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { useSession } from '../account/session.ts';
import { head } from '../layout/head.ts';
import { shopOf } from '../layout/shop.ts';
import type { Route } from './+types/order-help';
import { LookUpForm } from './look-up-form.tsx';
import { AccountOrders, BrowserOrders, contactPath } from './order-picker.tsx';

type Help = {
  title: string;
  text: string;
  steps: string[];
  /** The subject of the contact form to which listed orders link; without it they link to their page. */
  subject?: string;
  policy: [to: string, label: string];
};

const helpOn: Record<string, Help> = {
  'track-order': {
    title: 'Track Your Order',
    text: 'See whether an order is paid, processing, shipped or delivered.',
    steps: [
      'Choose the order, or ask us to email you its link.',
      'Its page shows the status, the items and the invoice.',
      'We also email you when it is shipped and when it is delivered.',
    ],
    policy: ['/shipping-policy', 'Shipping Policy'],
  },
  'returns/start': {
    title: 'Start a Return',
    text: 'Tell us which order it is and what you would like to return.',
    steps: [
      'Choose the order and tell us which items you would like to return, and why.',
      'Tell us if an item is damaged or is not the one that you ordered.',
      'See Returns & Exchanges for the conditions.',
    ],
    subject: 'Return',
    policy: ['/returns-refunds', 'Returns & Exchanges'],
  },
  'refunds/status': {
    title: 'Refund Status',
    text: 'The page of an order shows its refunds. We also email you when we send a refund.',
    steps: [
      'Choose the order, or ask us to email you its link.',
      'Its page shows the amount that was refunded.',
      'The time until the money reaches your account depends on your bank.',
    ],
    policy: ['/returns-refunds', 'Returns & Exchanges'],
  },
};

const helpAt = (pathname: string) => helpOn[pathname.replace(/^\/|\/$/g, '')];

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const help = helpAt(location.pathname);
  if (!help) return [];
  return head(shopOf(matches), { title: help.title, description: help.text, path: location.pathname });
};

/** /track-order, /returns/start and /refunds/status: links to the shopper's orders or to the contact form. */
export default function OrderHelpPage() {
  const session = useSession();
  const help = helpAt(useLocation().pathname);
  if (!help) return null;
  const { title, text, steps, subject, policy } = help;
  return (
    <div className="shell grid gap-x-20 gap-y-10 pt-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:pt-16">
      <div>
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{text}</p>
        <ol className="mt-7 max-w-prose list-decimal space-y-3 pl-5 marker:font-semibold marker:text-madder">
          {steps.map((step) => (
            <li key={step} className="pl-1.5">
              {step}
            </li>
          ))}
        </ol>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href={subject ? contactPath(subject) : '/contact'} variant="secondary">
            Contact Support
          </ButtonLink>
          <ButtonLink href={policy[0]} variant="ghost">
            {policy[1]}
          </ButtonLink>
        </div>
      </div>
      <div className="space-y-10 lg:pt-2">
        {session.kind === 'user' && <AccountOrders userId={session.user._id} subject={subject} />}
        <BrowserOrders subject={subject} isSignedIn={session.kind === 'user'} />
        <LookUpForm />
      </div>
    </div>
  );
}
