import { randomUUID } from 'node:crypto';
import { stateOfGstin } from '../../shared/contact/indian-states.ts';
import {
  type SiteContent,
  type SiteInfo,
  siteContent,
  siteInfo as siteInfoReply,
} from '../../shared/contract/content.ts';
import {
  moneySettings,
  type Settings,
  type SiteInfoAdmin,
  type SiteInfoChange,
  type SitePictures,
  settings,
} from '../../shared/contract/site-info.ts';
import { deliverySummaryOf } from '../../shared/orders/delivery.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { parseSiteInfo, readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { getWelcomeOffer } from '../discounts/discounts.ts';
import { badField, conflict } from '../errors.ts';
import { findPictures, removeImages } from '../media/media.ts';
import { requirePermission } from '../permissions.ts';
import { demoFields, withoutDemo } from './demo-info.ts';
import { holidayNow, holidayText } from './opening/opening.ts';
import { fillDrafts } from './policies.ts';
import { rememberStated } from './policy-review.ts';
import * as queries from './site-info-queries.ts';

/** The site information as the public sees it (spec §7 Site info). */
export async function getSiteInfo({
  db,
  payments,
  clock,
}: Pick<Deps, 'db' | 'payments' | 'clock'>): Promise<SiteInfo> {
  const [info, welcomeOffer] = await Promise.all([readSiteInfo(db), getWelcomeOffer(db)]);
  const holiday = holidayNow(info.opening, clock.now());
  return siteInfoReply.parse({
    ...info,
    welcomeOffer,
    delivery: deliverySummaryOf(info.delivery),
    issuesTaxInvoices: info.gstin !== '',
    testMode: payments.test,
    isOpen: info.opening.isOpen,
    holiday: holiday && { ...holiday, text: holidayText(holiday) },
  });
}

/** The settings of the shop, and the seller as invoices and mails name it. */
export async function getSettings(db: Database | Trx) {
  const settings = await readSiteInfo(db);
  const { clientName, legalName, address, state, gstin, email, mobile, invoicePrefix } = settings;
  const shopName = clientName || 'Shop';
  return { settings, seller: { shopName, legalName, address, state, gstin, email, mobile, invoicePrefix } };
}

/** Site information and settings in the back office. */
export function siteInfoAdmin(deps: Deps, admin: Admin) {
  const { db, jobs } = deps;
  return {
    getAllSiteInfo: () => readSiteInfo(db),

    /** Resets demo fields to the values of a new shop. Returns their names. */
    async removeDemoInfo(): Promise<string[]> {
      const fields = await listDemoInfo({ db });
      if (fields.length > 0)
        await save(deps, admin, async (current, trx) =>
          withoutDemo(current, await queries.findDemoValues(trx)),
        );
      return fields;
    },

    /**
     * Changes the given fields. 400 by field; 409 `site_info_changed` with the `current` state if `version` is not
     * the current version.
     */
    updateSiteInfo({ version, ...change }: SiteInfoChange): Promise<SiteInfoAdmin> {
      return save(deps, admin, async (current, trx) => {
        if (version !== undefined && version !== current.version) {
          const message = 'Someone else has changed these settings in the meantime.';
          throw conflict('site_info_changed', message, { extra: { current } });
        }
        const next = merge(current, change);
        if (moneySettings.some((name) => next[name] !== current[name]))
          requirePermission(admin, 'settings.money');
        checkCombination(next);
        await checkPictures(trx, change);
        // What is on sale may lack an HSN code, which mattered to nobody before (contract §2.4).
        if (next.gstin && next.gstin !== current.gstin) await jobs.enqueue(trx, 'health', {});
        return next;
      });
    },

    /**
     * Replaces the pictures of the company and of team members with uploaded ones: the n-th team picture belongs to
     * the n-th id. 400 for an unknown team member or a wrong number of files.
     */
    async replaceSitePictures(
      teamImageIds: string[],
      uploads: { field: string; path: string }[],
    ): Promise<SitePictures> {
      const company = uploads.find(({ field }) => field === 'companyImage');
      const team = uploads.filter(({ field }) => field === 'teamImages');
      if (uploads.length === 0) throw badField('companyImage', 'Please choose a picture');
      if (uploads.length > team.length + (company ? 1 : 0))
        throw badField('companyImage', 'Only one companyImage and the teamImages are accepted');
      if (team.length !== teamImageIds.length)
        throw badField('teamImageIds', 'Give one id for each of the team images');
      const pictures = new Map(team.map(({ path }, i) => [teamImageIds[i], path]));
      const { companyImageUrl, teamMembers } = await save(deps, admin, (current) => {
        const ids = new Set(current.teamMembers.map(({ _id }) => _id));
        if (!teamImageIds.every((id) => ids.has(id)))
          throw badField('teamImageIds', 'There is no such team member');
        return {
          ...current,
          companyImageUrl: company?.path ?? current.companyImageUrl,
          teamMembers: current.teamMembers.map((member) => ({
            ...member,
            imageUrl: pictures.get(member._id) ?? member.imageUrl,
          })),
        };
      });
      return {
        companyImageUrl,
        teamMembers: teamMembers.map(({ _id, imageUrl }) => ({ _id, imageUrl })),
      };
    },
  };
}

/** Saves the state that `change` returns for the current one, and deletes pictures that are no longer used. */
async function save(
  { db, files, jobs, clock, log }: Deps,
  admin: Admin,
  change: (current: SiteInfoAdmin, trx: Trx) => State | Promise<State>,
): Promise<SiteInfoAdmin> {
  const [before, after] = await transaction(db, async (trx) => {
    const current = parseSiteInfo(await queries.lockSiteInfo(trx));
    const next = await change(current, trx);
    const saved = parseSiteInfo(
      await queries.saveSiteInfo(trx, {
        content: siteContent.parse(next),
        settings: settings.parse(next),
        updatedAt: clock.now(),
      }),
    );
    const detail = { changes: changesBetween(current, saved) };
    await recordAudit(trx, admin, { action: 'site-info.update', subject: current._id, detail });
    if (await rememberStated(trx, current, saved)) await jobs.enqueue(trx, 'health', {});
    await fillDrafts(trx, saved);
    return [current, saved];
  });
  const used = picturesOf(after);
  const unused = picturesOf(before).filter((path) => !used.includes(path));
  await removeImages(db, files, unused).catch((err: unknown) =>
    log.warn({ err, unused }, 'replaced pictures could not be removed'),
  );
  return after;
}

/** The names of the fields of site information that are still demo content. */
export async function listDemoInfo({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  return demoFields(await readSiteInfo(db), await queries.findDemoValues(db));
}

type State = SiteContent & Settings;

function merge(current: State, change: SiteInfoChange): State {
  const gstin = change.gstin ?? current.gstin;
  return {
    ...current,
    ...change,
    socialLinks: { ...current.socialLinks, ...change.socialLinks },
    businessHours: { ...current.businessHours, ...change.businessHours },
    claims: { ...current.claims, ...change.claims },
    grievanceOfficer: { ...current.grievanceOfficer, ...change.grievanceOfficer },
    teamMembers:
      change.teamMembers?.map((member) => ({ ...member, _id: member._id || randomUUID() })) ??
      current.teamMembers,
    state: (change.state ?? current.state) || (stateOfGstin(gstin)?.name ?? ''),
  };
}

/** Checks the rules that concern several fields. 400. */
function checkCombination(next: State): void {
  const { gstin, state, minOrderRupees, maxOrderRupees, codMinRupees, codMaxRupees } = next;
  const registered = stateOfGstin(gstin);
  if (gstin && !registered) throw badField('gstin', 'The first two digits are not the code of a state');
  if (registered && registered.name !== state)
    throw badField('gstin', `This GSTIN belongs to ${registered.name}`);
  if (minOrderRupees > maxOrderRupees)
    throw badField('maxOrderRupees', 'The largest order must not be smaller than the smallest order');
  if (codMaxRupees !== null && codMaxRupees < (codMinRupees ?? 0))
    throw badField('codMaxRupees', 'The largest amount must not be smaller than the smallest amount');
  const { name, email, phone } = next.grievanceOfficer;
  if ((email || phone) && !name) throw badField('grievanceOfficer.name', 'Name is required');
  if (name && !email && !phone)
    throw badField('grievanceOfficer.email', 'An email or a phone number is required');
}

async function checkPictures(trx: Trx, change: SiteInfoChange): Promise<void> {
  const given: [field: string, path: string | undefined][] = [
    ['companyImageUrl', change.companyImageUrl],
    ...(change.heroImages ?? []).map((path, i): [string, string] => [`heroImages.${i}`, path]),
    ...(change.teamMembers ?? []).map(({ imageUrl }, i): [string, string] => [
      `teamMembers.${i}.imageUrl`,
      imageUrl,
    ]),
  ];
  const paths = given.flatMap(([, path]) => path || []);
  const pictures = await findPictures(trx, paths, 'site');
  const field = given.find(([, path]) => path && !pictures.has(path))?.[0];
  if (field) throw badField(field, 'Not a picture of this shop');
}

/** The uploaded pictures of the site information. */
const picturesOf = ({ companyImageUrl, heroImages, teamMembers }: State): string[] =>
  [companyImageUrl, ...heroImages, ...teamMembers.map(({ imageUrl }) => imageUrl)].filter((path) =>
    path.startsWith('uploads/site/'),
  );
