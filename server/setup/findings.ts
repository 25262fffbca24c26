import type { SetupFinding, SetupStepId } from '../../shared/contract/setup.ts';
import { bareContent } from '../content/content.ts';
import type { SetupFacts } from './facts.ts';
import { counted } from './steps.ts';

type Page = SetupFinding['page'];
const step = (id: SetupStepId, label: string): Page => ({ label, path: `/admin/setup/${id}` });

/** `false`: there is nothing to say. */
type Rule = {
  kind: string;
  isBlocker?: boolean;
  find: (facts: SetupFacts) => string | false;
  page: Page;
};

/** What is untrue or missing before a shop opens, the most important first. */
const rules: Rule[] = [
  {
    kind: 'no-products',
    isBlocker: true,
    find: ({ products }) => products.onSale === 0 && 'No product is on sale.',
    page: step('products', 'Add products'),
  },
  {
    kind: 'gst-unknown',
    isBlocker: true,
    find: ({ info }) =>
      !info.gstin &&
      !info.isUnregistered &&
      'The shop has no GSTIN, and does not say that it is not registered for GST.',
    page: step('address', 'Enter the GSTIN'),
  },
  {
    kind: 'gst-missing',
    isBlocker: true,
    find: ({ products: { withoutGst } }) =>
      withoutGst > 0 &&
      `${counted(withoutGst, 'product on sale lacks', 'products on sale lack')} an HSN code or a GST rate.`,
    page: { label: 'Enter HSN and GST', path: '/admin/products/batch?flag=lacksGst' },
  },
  {
    kind: 'no-address',
    isBlocker: true,
    find: ({ info }) =>
      (!info.address || !info.state) && 'The shop has no address. Invoices and the law need it.',
    page: step('address', 'Enter the address'),
  },
  {
    kind: 'no-contact',
    isBlocker: true,
    find: ({ info }) =>
      !info.email && !info.mobile && 'Shoppers can reach nobody: no email and no mobile number.',
    page: step('address', 'Enter how to reach you'),
  },
  {
    kind: 'no-delivery',
    isBlocker: true,
    find({ info: { asksForAddress, delivery } }) {
      const delivers = [delivery.elsewhere, ...delivery.zones].some((terms) => terms.delivers);
      return asksForAddress && !delivers && !delivery.pickup.some(({ isOpen }) => isOpen)
        ? 'The shop delivers nowhere, and nothing can be picked up.'
        : false;
    },
    page: step('delivery', 'Set delivery'),
  },
  {
    kind: 'no-policies',
    isBlocker: true,
    find({ policies }) {
      const missing = policies.filter(({ policy }) => !policy?.isActive);
      return (
        missing.length > 0 && `Not published: ${missing.map(({ template }) => template.title).join(', ')}.`
      );
    },
    page: step('policies', 'Publish the policies'),
  },
  {
    kind: 'policy-outdated',
    isBlocker: true,
    find({ policies }) {
      const wrong = policies.filter(({ outdated }) => outdated.length > 0);
      return (
        wrong.length > 0 &&
        `Not true any more: ${wrong.map(({ outdated, template }) => `“${outdated[0]?.says}” (${template.title})`).join(', ')}.`
      );
    },
    page: step('policies', 'Update the policies'),
  },
  {
    kind: 'test-payments',
    find: ({ payments: { isTest } }) =>
      isTest && 'Payments are in test mode: shoppers can order, and no money is taken.',
    page: step('payment', 'Enter live keys'),
  },
  {
    kind: 'demo-content',
    find: ({ info: { clientName, tagline } }) =>
      (clientName === bareContent.clientName || tagline === bareContent.tagline) &&
      'The shop still has the name or the tagline that it began with.',
    page: step('look', 'Change the name'),
  },
  {
    kind: 'demo-left',
    find: ({ demo: { products, texts } }) =>
      products + texts > 0 &&
      `Demo content is left: ${counted(products, 'product', 'products')}, ${counted(texts, 'text', 'texts')}.`,
    page: { label: 'Remove it on the dashboard', path: '/admin' },
  },
  {
    kind: 'mail-files',
    find: ({ sendsMails }) => !sendsMails && 'Mails are only written to files: buyers get no confirmation.',
    page: step('mail', 'Set up mail'),
  },
  {
    kind: 'no-test-order',
    find: ({ order }) => !order?.isPaid && 'Nobody has tried to order and pay yet.',
    page: step('test-order', 'Place a test order'),
  },
  {
    kind: 'policy-gaps',
    find({ info: { returnDays, policyAnswers } }) {
      const { returnShipping, exchanges, refundDays } = policyAnswers;
      const answered =
        returnDays === 0 || (returnShipping !== null && exchanges !== null && refundDays !== null);
      return (
        (returnDays === null || !answered) &&
        'The returns policy has gaps: some questions have no answer, so it states the usual.'
      );
    },
    page: step('policies', 'Answer the questions'),
  },
  {
    kind: 'no-delivery-charge',
    find({ info: { delivery, asksForAddress } }) {
      const terms = [delivery.elsewhere, ...delivery.zones];
      const isFree = terms.every(({ rates }) => rates.every(({ amount }) => amount === 0));
      return (
        asksForAddress &&
        isFree &&
        !terms.some(({ days }) => days) &&
        'Delivery is free everywhere, without a date: nobody has set it.'
      );
    },
    page: step('delivery', 'Set delivery'),
  },
  {
    kind: 'no-pictures',
    find: ({ products: { withoutPicture } }) =>
      withoutPicture > 0 &&
      `${counted(withoutPicture, 'product on sale has', 'products on sale have')} no picture.`,
    page: { label: 'Show the products', path: '/admin/products' },
  },
  {
    kind: 'no-second-factor',
    find: ({ unprotectedAdmins }) =>
      unprotectedAdmins > 0 &&
      `${counted(unprotectedAdmins, 'admin has', 'admins have')} no second factor: a password alone opens the shop’s books.`,
    page: { label: 'Set up a second factor', path: '/admin/admins' },
  },
];

/** What is untrue or missing now: what keeps the shop from opening, then advice. */
export const findingsOf = (facts: SetupFacts): SetupFinding[] =>
  rules.flatMap(({ kind, isBlocker = false, find, page }) => {
    const text = find(facts);
    return text ? [{ kind, text, isBlocker, page }] : [];
  });
