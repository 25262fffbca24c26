import type { Actor, Deps } from '../deps.ts';
import { contact } from './contact.ts';
import { countDemoPolicies, policies } from './policies.ts';
import { listDemoInfo, siteInformation } from './site-info.ts';
import { sendTestMail } from './test-mail.ts';

export { getSettings } from './settings.ts';

/** The policies and fields of site information that are still demo content. */
export const findDemoContent = async (deps: Pick<Deps, 'db'>) => ({
  policies: await countDemoPolicies(deps),
  fields: await listDemoInfo(deps),
});

/** Policies, what the shop says of itself, its settings, and what people write to it. */
export function content(deps: Deps, actor: Actor) {
  return {
    ...policies(deps, actor),
    ...siteInformation(deps, actor),
    ...contact(deps, actor),
    sendTestMail: () => sendTestMail(deps, actor),
  };
}
