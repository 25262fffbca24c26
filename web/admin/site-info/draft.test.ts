import { expect, it } from 'vitest';
import { defaultDelivery } from '../../../shared/contract/orders/delivery.ts';
import { noPolicyAnswers, type SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { changesOf, draftOf, tidy } from './draft.ts';

const loaded: SiteInfoAdmin = {
  _id: '1',
  version: 3,
  updatedAt: '2026-11-21T00:00:00.000Z',
  clientName: 'Haat',
  tagline: '',
  address: '',
  mobile: '',
  email: '',
  mapEmbedUrl: '',
  companyImageUrl: '',
  heroImages: [],
  socialLinks: { facebook: '', instagram: '', twitter: '', pinterest: '' },
  ga4Id: '',
  metaPixelId: '',
  storyParagraphs: ['One', 'Two'],
  values: [],
  teamMembers: [{ _id: 'm', name: 'Meher', position: '', imageUrl: '' }],
  businessHours: { mon_fri: '', saturday: '', sunday: '' },
  claims: {
    guarantee: { title: '', detail: '' },
    shipping: { title: '', detail: '' },
    customers: { title: '', detail: '' },
    products: { title: '', detail: '' },
  },
  seasons: [],
  giftFilter: '',
  grievanceOfficer: { name: '', email: '', phone: '' },
  legalName: '',
  gstin: '',
  state: '',
  isUnregistered: false,
  policyAnswers: noPolicyAnswers,
  invoicePrefix: 'HT',
  asksForAddress: true,
  offersGiftMessage: true,
  asksForWhatsapp: false,
  minOrderRupees: 1,
  maxOrderRupees: 500_000,
  refundApprovalRupees: null,
  secondFactorRequired: false,
  lowStockAt: null,
  reviewsAtOnce: false,
  delivery: defaultDelivery,
  reviewRequestDays: 5,
  cartReminderHours: null,
  codEnabled: false,
  codFeeRupees: 0,
  codMinRupees: null,
  codMaxRupees: null,
  codExcludedProducts: [],
  codExcludedCategories: [],
  codConfirmHours: 48,
  codPacksUnconfirmed: false,
  codAdvance: null,
  codProvesMobile: false,
  whatsapp: '',
  returnDays: null,
};

it('sends only what was changed', () => {
  const draft = draftOf(loaded);
  expect(changesOf(draft, loaded)).toEqual({});
  const changed = {
    ...draft,
    tagline: 'New',
    maxOrderRupees: '₹ 5,00,000.50',
    storyParagraphs: draft.storyParagraphs.toReversed(),
    teamMembers: [...draft.teamMembers, { _id: '', name: 'Irfan', position: '', imageUrl: '' }],
  };
  expect(changesOf(changed, loaded)).toEqual({
    tagline: 'New',
    maxOrderRupees: 500_000.5,
    storyParagraphs: ['Two', 'One'],
    teamMembers: [
      { _id: 'm', name: 'Meher', position: '', imageUrl: '' },
      { _id: '', name: 'Irfan', position: '', imageUrl: '' },
    ],
  });
});

it('sends only the changed parts of links, hours, claims and the grievance officer', () => {
  const draft = draftOf(loaded);
  const claim = { title: 'Free shipping', detail: '' };
  const changed = {
    ...draft,
    socialLinks: { ...draft.socialLinks, twitter: 'https://x.com/haat' },
    businessHours: { ...draft.businessHours, sunday: 'Noon' },
    claims: { ...draft.claims, shipping: claim },
    grievanceOfficer: { ...draft.grievanceOfficer, phone: '1' },
  };
  expect(changesOf(changed, loaded)).toEqual({
    socialLinks: { twitter: 'https://x.com/haat' },
    businessHours: { sunday: 'Noon' },
    claims: { shipping: claim },
    grievanceOfficer: { phone: '1' },
  });
});

it('leaves invalid amounts for the schema to reject', () => {
  expect(changesOf({ ...draftOf(loaded), minOrderRupees: 'ten' }, loaded)).toEqual({ minOrderRupees: 'ten' });
  expect(changesOf({ ...draftOf(loaded), minOrderRupees: ' ' }, loaded)).toEqual({ minOrderRupees: ' ' });
});

it('drops empty rows', () => {
  const draft = draftOf(loaded);
  const written = tidy({
    ...draft,
    storyParagraphs: [...draft.storyParagraphs, ' \n'],
    values: [
      { title: '', description: ' ' },
      { title: '', description: 'Why' },
    ],
  });
  expect(changesOf(written, loaded)).toEqual({ values: [{ title: '', description: 'Why' }] });
});
