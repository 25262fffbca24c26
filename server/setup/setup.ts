import { type SetupGuide, setupStepId } from '../../shared/contract/setup.ts';
import { contentAdmin } from '../content/content.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict } from '../errors.ts';
import { readFacts } from './facts.ts';
import { findingsOf } from './findings.ts';
import { standings } from './steps.ts';

/** The guide in which a new shop is set up, and its opening. */
export function setupAdmin(deps: Deps, admin: Admin) {
  async function getGuide(): Promise<SetupGuide> {
    const facts = await readFacts(deps);
    return {
      isOpen: facts.info.opening.isOpen,
      steps: setupStepId.options.map((id) => ({ id, ...standings[id](facts) })),
      findings: findingsOf(facts),
      order: facts.order,
    };
  }

  return {
    getGuide,

    /** Opens the shop, also after a holiday. 409 `not_ready` with what is missing. */
    async openShop(mails: boolean): Promise<void> {
      const { isOpen, findings } = await getGuide();
      const blockers = isOpen ? [] : findings.filter(({ isBlocker }) => isBlocker);
      if (blockers.length > 0)
        throw conflict('not_ready', `The shop can’t open yet. ${blockers.map(({ text }) => text).join(' ')}`);
      await contentAdmin(deps, admin).opening.open(mails);
    },
  };
}
