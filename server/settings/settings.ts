import type { ShopCheck } from '../../shared/contract/settings.ts';
import type { Admin, Deps } from '../deps.ts';
import { checkServices } from './checks.ts';
import { domainSettingsAdmin } from './domain.ts';
import { fileSettingsAdmin } from './files.ts';
import { mailSettingsAdmin } from './mail.ts';
import { paymentSettingsAdmin } from './payment.ts';
import { textSettingsAdmin } from './texts.ts';

export { checkServices } from './checks.ts';
export { addStoredSettings, reloadSettings, renewStoredSettings } from './stored.ts';

/** The settings that the environment can fix and an admin can enter (contract §6). */
export const settingsAdmin = (deps: Deps, admin: Admin) => ({
  ...paymentSettingsAdmin(deps, admin),
  ...mailSettingsAdmin(deps, admin),
  ...textSettingsAdmin(deps, admin),
  ...domainSettingsAdmin(deps, admin),
  ...fileSettingsAdmin(deps, admin),
  async checkServices(): Promise<ShopCheck[]> {
    const checks = await checkServices(deps.config, deps.db, { isRunning: true });
    return checks.map(({ key, level, text }) => ({ key, level, text }));
  },
});
