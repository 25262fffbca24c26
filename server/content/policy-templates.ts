import type { PolicyTemplate } from '../../shared/contract/policies.ts';
import { escapeHtml } from '../../shared/text/plain-text.ts';
import type { SanitisedText } from '../rich-text.ts';
import type { PolicyText } from './policy-queries.ts';
import { type PolicyFacts, type Sentences, sentencesOf } from './policy-sentences.ts';

const sectionsOf = (texts: Record<string, string>) =>
  Object.entries(texts).flatMap(([heading, content]) => (content ? [{ heading, content }] : []));

/** A paragraph of sentences; empty if none of them is true. */
const paragraph = (...sentences: (string | undefined)[]) => {
  const text = sentences.filter(Boolean).join(' ');
  return text && `<p>${escapeHtml(text)}</p>`;
};

/**
 * The drafts of a new shop, which the policy editor can load again (contract §5). They contain what the settings say,
 * otherwise the facts of spec §9, and what is true of every shop that runs this software. The owner adds the rest.
 */
export const policyTemplates = (facts: PolicyFacts): PolicyTemplate[] => templatesWith(sentencesOf(facts));

const templatesWith = (say: Sentences): PolicyTemplate[] => [
  {
    type: 'shipping-policy',
    title: 'Shipping Policy',
    content: '<p>This page says when your order ships, how long delivery takes and what shipping costs.</p>',
    sections: sectionsOf({
      'Processing time': paragraph(say.dispatch),
      'Delivery time': paragraph(say.transit),
      'Shipping charges': paragraph(say.charge),
      'Cash on delivery': paragraph(say.cod),
      'International orders': '<p>International orders may incur customs and duty charges.</p>',
    }),
  },
  {
    type: 'returns-refunds',
    title: 'Returns & Refunds',
    content: '<p>This page says how returns, refunds and exchanges work.</p>',
    sections: sectionsOf({
      Returns: paragraph(say.returns, say.notReturnable),
      Refunds: paragraph(say.refunds),
      Exchanges: paragraph(say.exchanges),
      'Return shipping': paragraph(say.returnShipping),
      Contact: paragraph(say.contact),
    }),
  },
  {
    type: 'privacy-policy',
    title: 'Privacy Policy',
    content: '<p>This page says which personal information we collect, why, and what you can ask of us.</p>',
    sections: sectionsOf({
      'Information we collect':
        '<p>We collect what you give us when you order, register or write to us:</p><ul><li>your name, email address and mobile numbers,</li><li>your delivery address,</li><li>what you ordered and the payment reference.</li></ul><p>Card and bank details are entered with our payment provider and never reach us.</p>',
      'How we use your information':
        '<p>We use it to take payment, deliver your order, send your invoice, answer your questions and keep the records that the law requires.</p>',
      Cookies:
        '<p>We use the storage of your browser to keep you signed in and to remember your cart. Our payment provider may set cookies while you pay. You can clear or block both in your browser; your cart and sign-in are then not remembered.</p>',
      'Data security':
        '<p>Passwords are stored only as hashes, and your orders are shown only to you and to us. No system is perfectly safe.</p>',
      'Your rights':
        '<p>You can ask us at any time to:</p><ul><li>show you the personal information that we hold,</li><li>correct what is wrong or incomplete,</li><li>delete what we no longer need to keep,</li><li>limit or stop a particular use of it,</li><li>give you a copy in a common file format,</li><li>withdraw a consent that you gave earlier.</li></ul>',
      Contact: paragraph(say.contact),
    }),
  },
  {
    type: 'terms-condition',
    title: 'Terms of Service',
    content: '<p>These terms apply when you use our shop or buy from it.</p>',
    sections: sectionsOf({
      Seller: paragraph(say.seller),
      'Using the shop':
        '<p>You may browse and buy as a guest or with an account. Give correct details, keep your password to yourself and do not use the shop for anything unlawful.</p>',
      'Orders and prices':
        '<p>Prices are in Indian rupees and include tax. An order is accepted when payment is confirmed.</p>',
      'Products and pictures':
        '<p>Colours can look different on your screen. The texts and pictures in this shop may not be copied without permission.</p>',
      'Limitation of liability':
        '<p>Our total liability to you is capped at the amount you paid to us in the preceding six months. Nothing here limits rights that the law does not allow to be limited.</p>',
      'Changes and governing law':
        '<p>We may change these terms; the date on this page shows when they were last updated. The law of India applies.</p>',
      'Questions and complaints': paragraph(say.contact, say.officer),
    }),
  },
];

/** A template as a policy that can be stored. */
export async function templateText({ title, content, sections }: PolicyTemplate): Promise<PolicyText> {
  // Loaded when it is first needed (decision 56).
  const { sanitiseRichText } = await import('../rich-text.ts');
  const sanitiseOwn = (text: string): SanitisedText => {
    const result = sanitiseRichText(text);
    if ('problem' in result) throw new Error(`A policy of the shop is not valid: ${result.problem}`);
    return result;
  };
  return {
    title,
    ...sanitiseOwn(content),
    sections: sections.map(({ heading, content }, order) => ({ heading, ...sanitiseOwn(content), order })),
  };
}
