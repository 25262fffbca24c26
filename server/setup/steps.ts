import type { SetupState, SetupStepId } from '../../shared/contract/setup.ts';
import { shortRupees } from '../../shared/money.ts';
import { deliveryClaim, deliverySummaryOf } from '../../shared/orders/delivery.ts';
import { bareContent } from '../content/content.ts';
import type { SetupFacts } from './facts.ts';

type Standing = { state: SetupState; note: string };
const todo = (note: string): Standing => ({ state: 'todo', note });
const done = (note: string): Standing => ({ state: 'done', note });
const attention = (note: string): Standing => ({ state: 'attention', note });

export const counted = (n: number, singular: string, plural: string): string =>
  `${n.toLocaleString('en-IN')} ${n === 1 ? singular : plural}`;

/** How far each step is, by what the shop has. */
export const standings: Record<SetupStepId, (facts: SetupFacts) => Standing> = {
  look({ info: { clientName, tagline } }) {
    if (clientName === bareContent.clientName) return todo('The shop has no name of its own yet.');
    if (tagline === bareContent.tagline) return attention(`${clientName} still has the first tagline.`);
    return done(clientName);
  },
  products({ products: { total, onSale, withoutGst } }) {
    if (total === 0) return todo('No products yet.');
    if (onSale === 0) return attention(`${counted(total, 'product', 'products')}, none of them on sale.`);
    if (withoutGst > 0)
      return attention(`${counted(withoutGst, 'product lacks', 'products lack')} an HSN code or a GST rate.`);
    return done(`${counted(onSale, 'product', 'products')} on sale.`);
  },
  address({ info }) {
    const missing = missingOfAddress(info);
    if (missing.length === 0) return done(info.gstin ? `GSTIN ${info.gstin}` : 'Not registered for GST.');
    const text = `Missing: ${missing.join(', ')}.`;
    return info.address || info.gstin || info.isUnregistered ? attention(text) : todo(text);
  },
  delivery({ info: { delivery, asksForAddress } }) {
    if (!asksForAddress) return done('Nothing is shipped: checkout asks for no address.');
    const { elsewhere, zones, pickup } = delivery;
    const delivers = [elsewhere, ...zones].some((terms) => terms.delivers);
    if (!delivers && !pickup.some(({ isOpen }) => isOpen)) return attention('The shop delivers nowhere.');
    const claim = deliveryClaim(deliverySummaryOf(delivery));
    if (![elsewhere, ...zones].some(({ days }) => days))
      return todo(`${claim} Shoppers see no delivery date until you enter how long it takes.`);
    return done(claim);
  },
  payment({ info: { codEnabled }, payments: { isSandbox, isTest } }) {
    if (isSandbox && codEnabled) return attention('Cash on delivery, and built-in test payments.');
    if (isSandbox) return todo('Built-in test payments. No money is taken.');
    return isTest ? attention('Test keys. No money is taken.') : done('Live payments.');
  },
  mail: ({ sendsMails }) =>
    sendsMails ? done('Mails are sent.') : todo('Mails are only written to files on the server.'),
  policies({ policies }) {
    const published = policies.filter(({ policy }) => policy?.isActive);
    const outdated = published.filter(({ outdated: wrong }) => wrong.length > 0);
    if (published.length === 0) return todo('None is published.');
    if (outdated.length > 0)
      return attention(
        `${counted(outdated.length, 'policy says', 'policies say')} something else than the settings.`,
      );
    if (published.length < policies.length)
      return attention(`${published.length} of ${policies.length} are published.`);
    return done('All are published.');
  },
  'test-order'({ order }) {
    if (!order) return todo('No order yet.');
    const what = `Order ${order.number} of ${shortRupees(order.amount)}`;
    return order.isPaid ? done(`${what} is paid.`) : attention(`${what} is not paid.`);
  },
};

/** What a shop must name before it sells, and this one does not. */
function missingOfAddress({
  address,
  state,
  email,
  mobile,
  gstin,
  isUnregistered,
}: SetupFacts['info']): string[] {
  return [
    address ? '' : 'address',
    state ? '' : 'state',
    email || mobile ? '' : 'email or mobile number',
    gstin || isUnregistered ? '' : 'GSTIN',
  ].filter(Boolean);
}
