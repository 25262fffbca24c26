import type { Actor, Deps } from '../deps.ts';
import { contact } from './contact.ts';
import { policies } from './policies.ts';
import { siteInformation } from './site-info.ts';
import { sendTestMail } from './test-mail.ts';

export { getSettings } from './settings.ts';

/** Policies, what the shop says of itself, its settings, and what people write to it. */
export function content(deps: Deps, actor: Actor) {
  return {
    ...policies(deps, actor),
    ...siteInformation(deps, actor),
    ...contact(deps, actor),
    sendTestMail: () => sendTestMail(deps, actor),
  };
}
