import { randomUUID } from 'node:crypto';
import { type SiteContent, type SiteInfo, siteContent, siteInfo } from '../../shared/contract/content.ts';
import {
  type Settings,
  type SiteInfoAdmin,
  type SiteInfoChange,
  type SitePictures,
  settings,
} from '../../shared/contract/site-info.ts';
import { stateOfGstin } from '../../shared/indian-states.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { badField, conflict } from '../errors.ts';
import { removeImages } from '../media/media.ts';
import { demoFields, withoutDemo } from './demo-info.ts';
import * as queries from './site-info-queries.ts';

/** What the shop says of itself, and its settings (spec §7 Site info). */
export function siteInformation({ db, files, clock, payments, log }: Deps, actor: Actor) {
  /** Saves what `next` makes of the present state; pictures that are no longer part of it go. */
  async function write(
    next: (now: SiteInfoAdmin, trx: Trx) => State | Promise<State>,
  ): Promise<SiteInfoAdmin> {
    const [before, after] = await transaction(db, async (trx) => {
      const now = presentAll(await queries.lockSiteInfo(trx));
      const wanted = await next(now, trx);
      const saved = presentAll(
        await queries.saveSiteInfo(trx, {
          content: siteContent.parse(wanted),
          settings: settings.parse(wanted),
          updatedAt: clock.now(),
        }),
      );
      const detail = { changes: changesBetween(now, saved) };
      await recordAudit(trx, actor, { action: 'site-info.update', subject: now._id, detail });
      return [now, saved];
    });
    const kept = picturesOf(after);
    const gone = picturesOf(before).filter((path) => !kept.includes(path));
    await removeImages(db, files, gone).catch((err: unknown) =>
      log.warn({ err, gone }, 'replaced pictures could not be removed'),
    );
    return after;
  }

  return {
    /** What everyone may know. */
    async getSiteInfo(): Promise<SiteInfo> {
      const all = presentAll(await queries.getSiteInfo(db));
      return siteInfo.parse({ ...all, testMode: payments.test });
    },

    /** All of it, for admins. */
    async getAllSiteInfo(): Promise<SiteInfoAdmin> {
      return presentAll(await queries.getSiteInfo(db));
    },

    /** Resets demo fields to the values of a new shop. Returns their names. */
    async removeDemoInfo(): Promise<string[]> {
      const fields = await listDemoInfo({ db });
      if (fields.length > 0) {
        await write(async (now, trx) => withoutDemo(now, (await queries.getSiteInfo(trx)).demo));
      }
      return fields;
    },

    /**
     * Changes what is given. 400 by field; 409 `site_info_changed` with the `current` state where another admin
     * saved since the `version` that the writer saw.
     */
    updateSiteInfo({ version, ...change }: SiteInfoChange): Promise<SiteInfoAdmin> {
      return write(async (now, trx) => {
        if (version !== undefined && version !== now.version) {
          const message = 'Someone else saved the site info meanwhile.';
          throw conflict('site_info_changed', message, { extra: { current: now } });
        }
        const wanted = merged(now, change);
        checkTogether(wanted);
        await checkPictures(trx, change);
        return wanted;
      });
    },

    /**
     * Puts uploaded pictures in the place of those of the company and of team members: the n-th team picture is
     * that of the n-th id. Which ones they replace is known here; the caller is not asked. 400 for whom it does
     * not know.
     */
    async replaceSitePictures(
      teamImageIds: string[],
      uploads: { field: string; path: string }[],
    ): Promise<SitePictures> {
      const company = uploads.find(({ field }) => field === 'companyImage');
      const team = uploads.filter(({ field }) => field === 'teamImages');
      if (uploads.length === 0) throw badField('companyImage', 'Please choose a picture');
      if (uploads.length > team.length + (company ? 1 : 0))
        throw badField('companyImage', 'One companyImage and teamImages are taken, no other files');
      if (team.length !== teamImageIds.length)
        throw badField('teamImageIds', 'One id for each of the team images');
      const pictures = new Map(team.map(({ path }, i) => [teamImageIds[i], path]));
      const { companyImageUrl, teamMembers } = await write((now) => {
        const known = new Set(now.teamMembers.map(({ _id }) => _id));
        if (!teamImageIds.every((id) => known.has(id)))
          throw badField('teamImageIds', 'There is no such team member');
        return {
          ...now,
          companyImageUrl: company?.path ?? now.companyImageUrl,
          teamMembers: now.teamMembers.map((member) => ({
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

/** The names of the fields of site information that are still demo content. */
export async function listDemoInfo({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const row = await queries.getSiteInfo(db);
  return demoFields(presentAll(row), row.demo);
}

type State = SiteContent & Settings;

function presentAll(row: queries.SiteInfoRow): SiteInfoAdmin {
  return {
    ...siteContent.parse(row.content),
    ...settings.parse(row.settings),
    _id: row.id,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  };
}

function merged(now: State, change: SiteInfoChange): State {
  const gstin = change.gstin ?? now.gstin;
  return {
    ...now,
    ...change,
    socialLinks: { ...now.socialLinks, ...change.socialLinks },
    businessHours: { ...now.businessHours, ...change.businessHours },
    claims: { ...now.claims, ...change.claims },
    grievanceOfficer: { ...now.grievanceOfficer, ...change.grievanceOfficer },
    teamMembers:
      change.teamMembers?.map((member) => ({ ...member, _id: member._id || randomUUID() })) ??
      now.teamMembers,
    state: (change.state ?? now.state) || (stateOfGstin(gstin)?.name ?? ''),
  };
}

/** What only holds for several fields together. */
function checkTogether({ gstin, state, minOrderRupees, maxOrderRupees, grievanceOfficer }: State): void {
  const registered = stateOfGstin(gstin);
  if (gstin && !registered) throw badField('gstin', 'The first two digits are those of no state');
  if (registered && registered.name !== state)
    throw badField('gstin', `This GSTIN is one of ${registered.name}`);
  if (minOrderRupees > maxOrderRupees)
    throw badField('maxOrderRupees', 'The largest order must not be less than the smallest');
  const { name, email, phone } = grievanceOfficer;
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
  const [unknown] = await queries.unknownSitePictures(trx, paths);
  const field = unknown && given.find(([, path]) => path === unknown)?.[0];
  if (field) throw badField(field, 'Not a picture of this shop');
}

/** Only the shop's own pictures for this use, whatever the state has come to hold. */
const picturesOf = ({ companyImageUrl, heroImages, teamMembers }: State): string[] =>
  [companyImageUrl, ...heroImages, ...teamMembers.map(({ imageUrl }) => imageUrl)].filter((path) =>
    path.startsWith('uploads/site/'),
  );
