import { ProviderError } from './provider-error.ts';
import type { ProviderHttp } from './provider-http.ts';
import { type ProviderLink, readLink, readLinks } from './provider-shapes.ts';

/** A new payment link. `reference` is unique; `mobile` has ten digits; without an e-mail address, '' . */
export type NewLink = {
  amountPaise: number;
  reference: string;
  description: string;
  expiresAt: Date;
  customer: { name: string; email: string; mobile: string };
  notes: Record<string, string>;
};

/** The calls of payment links (razorpay §14). Every function may throw a ProviderError. */
export function createProviderLinks(http: ProviderHttp) {
  const getLink = async (id: string): Promise<ProviderLink> =>
    readLink(await http.send({ method: 'GET', path: linkPath(id), repeatable: true }));

  /** The link with this reference, if there is one. */
  async function findLink(reference: string): Promise<ProviderLink | undefined> {
    const query = { reference_id: reference };
    const reply = await http.send({ method: 'GET', path: '/payment_links', query, repeatable: true });
    return readLinks(reply).find((link) => link.reference === reference);
  }

  /** Creates a payment link, once per reference: after a lost reply it finds the existing one. */
  async function createLink(link: NewLink): Promise<ProviderLink> {
    const { name, email, mobile } = link.customer;
    const body = {
      amount: link.amountPaise,
      currency: 'INR',
      accept_partial: false,
      reference_id: link.reference,
      description: link.description,
      expire_by: Math.floor(link.expiresAt.getTime() / 1000),
      customer: { name, contact: `+91${mobile}`, ...(email && { email }) },
      // The shop mails the link itself, with what was ordered.
      notify: { sms: true, email: false },
      reminder_enable: false,
      notes: link.notes,
    };
    try {
      return fitting(readLink(await http.send({ method: 'POST', path: '/payment_links', body })), link);
    } catch (error) {
      // A rejection may mean that the reference is taken: by a link whose reply was lost. Unless the provider says that
      // there is none, the rejection is not believed.
      const made = await findLink(link.reference);
      if (made) return fitting(made, link);
      throw error;
    }
  }

  /** Cancels a link; refused if it is paid or has ended. */
  const cancelLink = async (id: string): Promise<ProviderLink> =>
    readLink(await http.send({ method: 'POST', path: `${linkPath(id)}/cancel`, body: {} }));

  return { createLink, findLink, getLink, cancelLink };
}

const linkPath = (id: string) => `/payment_links/${encodeURIComponent(id)}`;

function fitting(link: ProviderLink, { amountPaise, reference }: NewLink): ProviderLink {
  if (link.amountPaise === amountPaise && link.currency === 'INR' && link.reference === reference)
    return link;
  throw new ProviderError('nonsense', `the payment link ${link.id} is not the one that was asked for`);
}
