import type { SiteContent } from '../../shared/contract/content.ts';
import type { PolicyTemplate } from '../../shared/contract/policies.ts';
import { type Settings, settings as settingsSchema } from '../../shared/contract/site-info.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { policyTemplates, templateText } from './policy-templates.ts';
import { hasSiteInfo, insertPolicies, insertSiteInfo } from './seed-queries.ts';

/** Whether this database has not been filled yet; `SEED` is used only then (contract §6). */
export async function isUnseeded(db: Database): Promise<boolean> {
  return !(await hasSiteInfo(db));
}

/** Fills an empty database with drafts of the four policies and empty site information. */
export async function seedEmpty({ db }: { db: Database }): Promise<void> {
  await transaction(db, (trx) =>
    seedContent(trx, {
      policies: policyTemplates({ ...bareContent, ...settingsSchema.parse({}) }),
      content: bareContent,
      settings: {},
    }),
  );
}

/**
 * Stores policies, site information and settings of a new shop, in the caller's transaction. Only policies of the demo are
 * public: others are drafts until their owner has read them (contract §5).
 */
export async function seedContent(
  trx: Trx,
  {
    policies,
    content,
    settings,
    isDemo = false,
  }: { policies: PolicyTemplate[]; content: SiteContent; settings: Partial<Settings>; isDemo?: boolean },
): Promise<void> {
  const rows = await Promise.all(
    policies.map(async (policy) => ({ type: policy.type, ...(await templateText(policy)) })),
  );
  await insertPolicies(trx, rows, isDemo);
  await insertSiteInfo(trx, content, settings, isDemo);
}

const noClaim = { title: '', detail: '' };

/** The site information of a new shop. */
export const bareContent: SiteContent = {
  clientName: 'My Shop',
  tagline: 'Welcome to our shop',
  address: '',
  mobile: '',
  email: '',
  mapEmbedUrl: '',
  companyImageUrl: '',
  heroImages: [],
  socialLinks: { facebook: '', instagram: '', twitter: '', pinterest: '' },
  storyParagraphs: [],
  values: [],
  teamMembers: [],
  businessHours: { mon_fri: '', saturday: '', sunday: '' },
  claims: { guarantee: noClaim, shipping: noClaim, customers: noClaim, products: noClaim },
  grievanceOfficer: { name: '', email: '', phone: '' },
  whatsapp: '',
  returnDays: null,
  seasons: [],
  giftFilter: '',
};
