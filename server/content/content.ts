import type { ContactRequest } from '../../shared/contract/accounts/contact.ts';
import type { Actor, Admin, Deps } from '../deps.ts';
import { contactAdmin, sendQuery } from './contact.ts';
import { openingForVisitors } from './opening/opening.ts';
import { openingForAdmins } from './opening/opening-admin.ts';
import { countDemoPolicies, policies, policyAdmin } from './policies.ts';
import { reviewPolicies } from './policy-review.ts';
import { readRedirects, redirectAdmin } from './redirects.ts';
import { getSiteInfo, listDemoInfo, siteInfoAdmin } from './site-info.ts';
import { sendTestMail } from './test-mail.ts';

export { holidayNow, holidayText, isAccessToken, mailSignUps } from './opening/opening.ts';
export { renderPolicies } from './policies.ts';
export { listOutdatedPolicies, reviewPolicies } from './policy-review.ts';
export { isLoop } from './redirect-path.ts';
export { deleteRedirects } from './redirect-queries.ts';
export { insertMovedRedirects, redirectOf } from './redirects.ts';
export { bareContent } from './seed.ts';
export { getSettings } from './site-info.ts';

/** The policies and fields of site information that are still demo content. */
export const findDemoContent = async (deps: Pick<Deps, 'db'>) => ({
  policies: await countDemoPolicies(deps),
  fields: await listDemoInfo(deps),
});

/** Policies, site information, redirects and the contact form, for one caller. */
export const content = (deps: Deps, actor: Actor) => ({
  ...policies(deps, actor),
  ...openingForVisitors(deps, actor),
  getSiteInfo: () => getSiteInfo(deps),
  readRedirects: () => readRedirects(deps),
  sendQuery: (query: ContactRequest) => sendQuery(deps, query, actor.address),
});

/** Policies, site information, settings and contact queries in the back office. */
export const contentAdmin = (deps: Deps, admin: Admin) => ({
  ...policyAdmin(deps, admin),
  reviewPolicies: () => reviewPolicies(deps.db),
  ...siteInfoAdmin(deps, admin),
  ...contactAdmin(deps, admin),
  ...redirectAdmin(deps, admin),
  opening: openingForAdmins(deps, admin),
  sendTestMail: () => sendTestMail(deps, admin),
});
