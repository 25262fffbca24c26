import { z } from 'zod';
import { readIndianState, statesOfGstin } from '../contact/indian-states.ts';
import { isGstin, normaliseGstin } from '../gstin.ts';
import { mapAddress, type Network, networkAddress } from '../web-address.ts';
import { emailField, mobileField } from './accounts/contact-fields.ts';
import { siteContent } from './content.ts';
import { defaultDelivery, deliverySettings } from './orders/delivery.ts';
import { addressLine, line, longText, requiredLine } from './text-fields.ts';
import { rupeesAmount } from './wire.ts';

const wrongDays = 'Enter a number from 1 to 60';
const wrongAdvance = 'Enter an amount from ₹1 to ₹1,00,000, or a percentage from 1 to 90';
const advancePart = {
  percent: z.number().min(1).max(90).multipleOf(0.1),
  amount: rupeesAmount.min(1).max(100_000),
};

/**
 * The part of an order that is paid on delivery which is paid in advance; null for none. Its errors are those of the
 * whole field.
 */
const codAdvance = z
  .union(
    [
      z.object({ type: z.literal('percent'), percent: z.number() }),
      z.object({ type: z.literal('amount'), amount: z.number() }),
    ],
    wrongAdvance,
  )
  .refine(
    (part) =>
      part.type === 'percent'
        ? advancePart.percent.safeParse(part.percent).success
        : advancePart.amount.safeParse(part.amount).success,
    wrongAdvance,
  )
  .nullable();
export type CodAdvance = z.infer<typeof codAdvance>;

/** What the owner answered about returns, from which the drafts of policies are written; null or empty: not yet. */
const policyAnswers = z.object({
  /** Who pays for sending back what is neither damaged nor wrong. */
  returnShipping: z.enum(['shopper', 'shop'], 'Choose who pays').nullable(),
  exchanges: z.enum(['same-item', 'none'], 'Choose whether items are exchanged').nullable(),
  /** Business days after the inspection within which a refund is initiated. */
  refundDays: z.int(wrongDays).min(1, wrongDays).max(60, wrongDays).nullable(),
  /** What can't be returned, such as `earrings, food`. */
  notReturnable: line('The list', 300),
});
export type PolicyAnswers = z.infer<typeof policyAnswers>;
export const noPolicyAnswers: PolicyAnswers = {
  returnShipping: null,
  exchanges: null,
  refundDays: null,
  notReturnable: '',
};

/** The owner's settings behind the shop: seller facts for invoices, limits of an order. Amounts in rupees. */
export const settings = z.object({
  legalName: z.string().default(''),
  /** Empty: the seller charges no GST and invoices show no tax columns. */
  gstin: z.string().default(''),
  state: z.string().default(''),
  /** Whether the owner has said that the shop is not registered for GST. */
  isUnregistered: z.boolean().default(false),
  policyAnswers: policyAnswers.default(noPolicyAnswers),
  invoicePrefix: z.string().default('HT'),
  asksForAddress: z.boolean().default(true),
  /** What checkout offers: a message that is sent with a gift, and consent to updates on WhatsApp. */
  offersGiftMessage: z.boolean().default(true),
  asksForWhatsapp: z.boolean().default(false),
  minOrderRupees: z.number().default(1),
  maxOrderRupees: z.number().default(500_000),
  /** A refund above this amount waits for a second admin; null for never. */
  refundApprovalRupees: z.number().nullable().default(null),
  /** Whether every admin needs a second factor. */
  secondFactorRequired: z.boolean().default(false),
  /** Stock at or below which a variant counts as low; null for the default. */
  lowStockAt: z.number().nullable().default(null),
  /** Whether reviews are published without a decision by an admin. */
  reviewsAtOnce: z.boolean().default(false),
  /** The days after the delivery on which buyers are asked for reviews by mail; null for never. */
  reviewRequestDays: z.number().nullable().default(5),
  delivery: deliverySettings.default(defaultDelivery),
  /** The hours after which shoppers who asked for it are reminded of their cart by mail; null for never. */
  cartReminderHours: z.number().nullable().default(null),
  /** Whether orders can be paid on delivery, for which fee, and from and up to which amount without it; null for any. */
  codEnabled: z.boolean().default(false),
  codFeeRupees: z.number().default(0),
  codMinRupees: z.number().nullable().default(null),
  codMaxRupees: z.number().nullable().default(null),
  /** Ids of what can't be paid on delivery. */
  codExcludedProducts: z.array(z.string()).default([]),
  codExcludedCategories: z.array(z.string()).default([]),
  /** The hours in which such an order must be confirmed, and whether it can be packed before that. */
  codConfirmHours: z.number().default(48),
  codPacksUnconfirmed: z.boolean().default(false),
  /** What is paid of such an order in advance, with its fee; null for nothing. */
  codAdvance: codAdvance.default(null),
  /** Whether the first such order of a mobile number needs a code that is sent to it. */
  codProvesMobile: z.boolean().default(false),
  /**
   * The ids to which visits are passed on if the visitor consents (decision 131): of GA4 and of Meta Pixel; empty for
   * none.
   */
  ga4Id: z.string().default(''),
  metaPixelId: z.string().default(''),
});
export type Settings = z.infer<typeof settings>;

/** The settings that decide about money and security. Changing them needs a permission of its own. */
export const moneySettings = [
  'legalName',
  'gstin',
  'state',
  'invoicePrefix',
  'minOrderRupees',
  'maxOrderRupees',
  'refundApprovalRupees',
  'secondFactorRequired',
  'codEnabled',
  'codFeeRupees',
  'codMinRupees',
  'codMaxRupees',
  'codExcludedProducts',
  'codExcludedCategories',
  'codConfirmHours',
  'codPacksUnconfirmed',
  'codAdvance',
  'codProvesMobile',
  'ga4Id',
  'metaPixelId',
] as const satisfies readonly (keyof Settings)[];

/** Reply of `GET /site-info/admin`: site information and settings. */
export const siteInfoAdmin = siteContent
  .extend(settings.shape)
  .extend({ _id: z.string(), version: z.number(), updatedAt: z.string() });
export type SiteInfoAdmin = z.infer<typeof siteInfoAdmin>;

/** An empty text, or the result of `read`; undefined is rejected with the message. */
const optionalField = (read: (text: string) => string | undefined, message: string) =>
  z
    .string(message)
    .max(5000, message)
    .transform((given, context) => {
      const text = given.trim();
      const value = text && read(text);
      if (value === undefined) context.addIssue({ code: 'custom', message });
      return value ?? z.NEVER;
    });
const parsed = (schema: z.ZodType<string>) => (text: string) => schema.safeParse(text).data;

const matching = (pattern: RegExp) => (text: string) => pattern.exec(text.toUpperCase())?.[0];

const email = optionalField(parsed(emailField), 'Enter a valid email address');
const socialLink = (network: Network, name: string) =>
  optionalField((text) => networkAddress(network, text), `Enter the https address of a ${name} page`);
const sitePicture = z
  .string('Not a picture of this shop')
  .regex(/^(uploads\/site\/[A-Za-z0-9_]{1,64}\.webp)?$/, 'Not a picture of this shop');
const chosenFilter = line('The value', 200).regex(/^(?:[^:]+:.+)?$/, 'Choose a value of an attribute');
/** A day of each year; 29 February is one. */
const yearDay = z
  .string('Enter a day')
  .refine((day) => z.iso.date().safeParse(`2024-${day}`).success, 'Enter a day');
const claim = z.object({ title: line('The claim', 60), detail: line('The detail', 120) });
const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, 'Must be a list').max(max, `At most ${max}`);

const wrongPrefix = '1 to 3 letters or digits, with - or / only between them';
const wrongOrderLimit = 'Enter an amount from ₹1 to ₹1,00,00,000';
const wrongThreshold = 'Enter a whole number, 0 or more';
const wrongHours = 'Enter a number of hours from 1 to 72';
const wrongConfirmHours = 'Enter a number of hours from 1 to 168';
const wrongReturnDays = 'Enter a number of days from 0 to 365';
const orderLimit = rupeesAmount.min(1, wrongOrderLimit).max(10_000_000, wrongOrderLimit);

/** The state where the shop is registered, or Other Territory; undefined for another text. */
const readStateOfSeller = (text: string) =>
  (statesOfGstin.find(({ name }) => name === text.trim()) ?? readIndianState(text))?.name;

/**
 * Body of `PUT /site-info/admin`: omitted fields stay unchanged. If `version` is given but not the current version, the
 * reply is a 409.
 */
export const siteInfoChange = z
  .object({
    clientName: requiredLine('Shop name', 100),
    tagline: line('Tagline', 200),
    address: addressLine('Address', 300),
    mobile: optionalField(parsed(mobileField), 'Enter a valid Indian mobile number'),
    email,
    mapEmbedUrl: optionalField(
      mapAddress,
      'Enter the https address of an OpenStreetMap or Google map to embed',
    ),
    companyImageUrl: sitePicture,
    heroImages: listOf(sitePicture.min(1, 'Not a picture of this shop'), 3),
    socialLinks: z
      .object({
        facebook: socialLink('facebook', 'Facebook'),
        instagram: socialLink('instagram', 'Instagram'),
        twitter: socialLink('twitter', 'Twitter'),
        pinterest: socialLink('pinterest', 'Pinterest'),
      })
      .partial(),
    storyParagraphs: listOf(longText('The paragraph', 5000), 50),
    values: listOf(
      z.object({ title: requiredLine('Title', 100), description: longText('Description', 1000) }),
      20,
    ),
    teamMembers: listOf(
      z.object({
        _id: z.string().max(100).optional(),
        name: requiredLine('Name', 100),
        position: line('Position', 100).default(''),
        imageUrl: sitePicture.default(''),
      }),
      50,
    ),
    businessHours: z
      .object({
        mon_fri: line('Business hours', 60),
        saturday: line('Business hours', 60),
        sunday: line('Business hours', 60),
      })
      .partial(),
    claims: z.object({ guarantee: claim, shipping: claim, customers: claim, products: claim }).partial(),
    grievanceOfficer: z.object({ name: line('Name', 100), email, phone: line('Phone', 30) }).partial(),
    whatsapp: optionalField(parsed(mobileField), 'Enter a valid Indian mobile number'),
    seasons: listOf(
      z.object({
        title: requiredLine('Title', 60),
        text: line('Text', 200).default(''),
        filter: chosenFilter.min(1, 'Choose a value of an attribute'),
        from: yearDay,
        to: yearDay,
      }),
      12,
    ),
    giftFilter: chosenFilter,
    isUnregistered: z.boolean('Must be true or false'),
    policyAnswers,
    returnDays: z.int(wrongReturnDays).min(0, wrongReturnDays).max(365, wrongReturnDays).nullable(),
    legalName: line('Legal name', 150),
    gstin: optionalField((text) => {
      const gstin = normaliseGstin(text);
      return isGstin(gstin) ? gstin : undefined;
    }, 'Enter a valid GSTIN'),
    state: optionalField(readStateOfSeller, 'Choose a state'),
    // A number is at most 16 characters long by law: <prefix>/26-27/000001.
    invoicePrefix: z
      .string(wrongPrefix)
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]([A-Z0-9/-]?[A-Z0-9])?$/, wrongPrefix)
      .refine((prefix) => !/^(CN|GCN|GVN)$/.test(prefix), 'CN, GCN and GVN are the series of credit notes'),
    asksForAddress: z.boolean('Must be true or false'),
    offersGiftMessage: z.boolean('Must be true or false'),
    asksForWhatsapp: z.boolean('Must be true or false'),
    minOrderRupees: orderLimit,
    maxOrderRupees: orderLimit,
    refundApprovalRupees: rupeesAmount.max(10_000_000, 'Enter an amount up to ₹1,00,00,000').nullable(),
    secondFactorRequired: z.boolean('Must be true or false'),
    lowStockAt: z.int(wrongThreshold).min(0, wrongThreshold).max(1_000_000, wrongThreshold).nullable(),
    reviewsAtOnce: z.boolean('Must be true or false'),
    reviewRequestDays: z.int(wrongDays).min(1, wrongDays).max(60, wrongDays).nullable(),
    delivery: deliverySettings,
    cartReminderHours: z.int(wrongHours).min(1, wrongHours).max(72, wrongHours).nullable(),
    codEnabled: z.boolean('Must be true or false'),
    codFeeRupees: rupeesAmount.max(1000, 'Enter an amount up to ₹1,000'),
    codMinRupees: orderLimit.nullable(),
    codMaxRupees: orderLimit.nullable(),
    codExcludedProducts: listOf(z.uuid('Not a product of this shop'), 500),
    codExcludedCategories: listOf(z.uuid('Not a category of this shop'), 500),
    codConfirmHours: z.int(wrongConfirmHours).min(1, wrongConfirmHours).max(168, wrongConfirmHours),
    codPacksUnconfirmed: z.boolean('Must be true or false'),
    codAdvance,
    codProvesMobile: z.boolean('Must be true or false'),
    ga4Id: optionalField(matching(/^G-[A-Z0-9]{4,20}$/), 'Enter a measurement ID like G-AB12CD34EF'),
    metaPixelId: optionalField(matching(/^[0-9]{8,20}$/), 'Enter a pixel ID of 8 to 20 digits'),
  })
  .partial()
  .extend({ version: z.number().int().optional() });
export type SiteInfoChange = z.infer<typeof siteInfoChange>;

/** Fields of `POST /site-info/upload-images`: the team member of each file of `teamImages`, in the same order. */
export const sitePictureForm = z.object({
  teamImageIds: z.preprocess(
    (given) => (given === undefined ? [] : [given].flat()),
    z.array(z.string().max(100)).max(20),
  ),
});
export const sitePictures = z.object({
  companyImageUrl: z.string(),
  teamMembers: z.array(z.object({ _id: z.string(), imageUrl: z.string() })),
});
export type SitePictures = z.infer<typeof sitePictures>;

/** Reply of `POST /settings/test-mail`. `file` is the path of the mail if there is no mail server. */
export const testMailReply = z.object({
  success: z.literal(true),
  to: z.string(),
  file: z.string().nullable(),
});
export type TestMailReply = z.infer<typeof testMailReply>;
