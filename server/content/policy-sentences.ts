import type { SiteContent } from '../../shared/contract/content.ts';
import type { PolicyType } from '../../shared/contract/policies.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import { shortRupees } from '../../shared/money.ts';
import { deliveryClaim, deliverySummaryOf } from '../../shared/orders/delivery.ts';

/** What policies promise and the settings decide. */
export type PolicyFacts = Pick<
  Settings,
  'delivery' | 'policyAnswers' | 'codEnabled' | 'codFeeRupees' | 'legalName' | 'gstin'
> &
  Pick<SiteContent, 'returnDays' | 'clientName' | 'address' | 'email' | 'mobile' | 'grievanceOfficer'>;

/** What a sentence of a policy states. */
export const statementKeys = [
  'dispatch',
  'transit',
  'charge',
  'cod',
  'returns',
  'refunds',
  'exchanges',
  'returnShipping',
  'notReturnable',
  'seller',
  'contact',
  'officer',
] as const;
export type Statement = (typeof statementKeys)[number];
export type Sentences = Partial<Record<Statement, string>>;

/** The policies that have each sentence, and the setting that decides it. */
export const statements: Record<Statement, { types: PolicyType[]; setting: string; path: string }> = {
  dispatch: { types: ['shipping-policy'], setting: 'Days until dispatch', path: '/admin/delivery' },
  transit: { types: ['shipping-policy'], setting: 'Days in transit', path: '/admin/delivery' },
  charge: { types: ['shipping-policy'], setting: 'Delivery charge', path: '/admin/delivery' },
  cod: { types: ['shipping-policy'], setting: 'Cash on delivery', path: '/admin/settings/cash-on-delivery' },
  returns: { types: ['returns-refunds'], setting: 'Days for returns', path: '/admin/setup/policies' },
  refunds: { types: ['returns-refunds'], setting: 'Days until a refund', path: '/admin/setup/policies' },
  exchanges: { types: ['returns-refunds'], setting: 'Exchanges', path: '/admin/setup/policies' },
  returnShipping: { types: ['returns-refunds'], setting: 'Return shipping', path: '/admin/setup/policies' },
  notReturnable: {
    types: ['returns-refunds'],
    setting: 'What can’t be returned',
    path: '/admin/setup/policies',
  },
  seller: { types: ['terms-condition'], setting: 'Name, address and GSTIN', path: '/admin/setup/address' },
  contact: {
    types: ['returns-refunds', 'privacy-policy', 'terms-condition'],
    setting: 'Email and mobile',
    path: '/admin/setup/address',
  },
  officer: { types: ['terms-condition'], setting: 'Grievance officer', path: '/admin/setup/policies' },
};

const range = ({ min, max }: { min: number; max: number }) => (min === max ? `${min}` : `${min}-${max}`);
const unlessDamaged = 'unless they arrive damaged, defective or incorrect';

/** The sentences that are true with these settings, as plain text. What the settings do not say has none. */
export function sentencesOf(facts: PolicyFacts): Sentences {
  const { delivery, codEnabled, codFeeRupees, returnDays, policyAnswers } = facts;
  const { returnShipping, exchanges, refundDays, notReturnable } = policyAnswers;
  const { days } = delivery.elsewhere;
  const fee = codFeeRupees > 0 ? `, for a fee of ${shortRupees(codFeeRupees)}` : '';
  const takesBack = returnDays !== 0;
  return {
    dispatch: `Orders ship within ${range(days?.dispatch ?? { min: 2, max: 3 })} business days.`,
    transit: `Delivery takes ${range(days?.transit ?? { min: 5, max: 7 })} working days.`,
    charge: deliveryClaim(deliverySummaryOf(delivery)),
    ...(codEnabled && { cod: `You can pay on delivery${fee}.` }),
    returns: takesBack
      ? `Please request a return within ${returnDays ?? 30} ${returnDays === 1 ? 'day' : 'days'} of receipt.`
      : `Products can’t be returned ${unlessDamaged}.`,
    refunds: `Your refund is initiated within ${refundDays ?? 5} business ${refundDays === 1 ? 'day' : 'days'} after inspection.`,
    ...(takesBack && {
      exchanges:
        exchanges === 'none'
          ? 'We do not exchange items.'
          : 'Items are exchanged only for the same item in another size or color.',
      returnShipping:
        returnShipping === 'shop'
          ? 'We pay for return shipping.'
          : 'You pay for return shipping unless the item is defective or incorrect.',
    }),
    ...(takesBack &&
      notReturnable && { notReturnable: `These can’t be returned ${unlessDamaged}: ${notReturnable}.` }),
    ...contactSentences(facts),
  };
}

function contactSentences({
  clientName,
  legalName,
  address,
  gstin,
  email,
  mobile,
  grievanceOfficer,
}: PolicyFacts) {
  const reach = [email && `write to ${email}`, mobile && `call +91 ${mobile}`].filter(Boolean).join(' or ');
  const { name, email: officerEmail, phone } = grievanceOfficer;
  return {
    ...(address && {
      seller: `You buy from ${legalName || clientName}, ${address}${gstin && `, GSTIN ${gstin}`}.`,
    }),
    ...(reach && { contact: `For questions and complaints, ${reach}.` }),
    ...(name && {
      officer: `Our grievance officer is ${name} (${[officerEmail, phone].filter(Boolean).join(', ')}).`,
    }),
  };
}
