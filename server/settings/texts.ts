import { randomInt } from 'node:crypto';
import type { TextChange, TextSettings } from '../../shared/contract/settings.ts';
import { type Config, fixedBy, storedGroups } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, badGateway, conflict } from '../errors.ts';
import { sendCodeText } from '../texts/texts.ts';
import { reloadSettings, requireFree, storeSettings } from './stored.ts';

/** The provider of texts, as an admin sees and changes it. */
export function textSettingsAdmin(deps: Deps, admin: Admin) {
  const { db, config } = deps;

  /** Stores these settings of texts; all others of texts are removed. */
  async function store(values: Record<string, string>, provider: string): Promise<TextSettings> {
    const none = Object.fromEntries(storedGroups.texts.map((name) => [name, undefined]));
    await transaction(db, async (trx) => {
      await storeSettings(deps, trx, 'texts', { ...none, ...values });
      await recordAudit(trx, admin, { action: 'texts.provider', subject: provider });
    });
    await reloadSettings(deps);
    return presentTexts(config);
  }

  return {
    getTextSettings: () => presentTexts(config),

    /** Sends texts by this account from now on. 400 if its secret is missing, 409 if the environment fixes the settings. */
    async setTextProvider(change: TextChange): Promise<TextSettings> {
      requireFree(config, 'texts');
      const { texts } = config;
      if (change.provider === 'msg91') {
        const authKey = change.authKey ?? (texts?.kind === 'msg91' ? texts.authKey : undefined);
        if (!authKey) throw badField('authKey', 'The auth key is required');
        return store(
          { TEXT_PROVIDER: 'msg91', MSG91_AUTH_KEY: authKey, MSG91_TEMPLATE_ID: change.templateId },
          'msg91',
        );
      }
      // A stored token is that of its account.
      const stored = texts?.kind === 'twilio' && texts.sid === change.sid ? texts.token : undefined;
      const token = change.token ?? stored;
      if (!token) throw badField('token', 'The auth token is required');
      return store(
        {
          TEXT_PROVIDER: 'twilio',
          TWILIO_ACCOUNT_SID: change.sid,
          TWILIO_AUTH_TOKEN: token,
          TWILIO_FROM: change.from,
        },
        'twilio',
      );
    },

    /** Sends no texts by a provider any more. 409. */
    removeTextProvider: () => store({}, ''),

    /** Sends a code that works nowhere. 409 without a provider, 502 with its reason if it does not accept the text. */
    async testTexts(mobile: string): Promise<void> {
      if (!config.texts) throw conflict('conflict', 'The shop can’t send texts. Enter a provider first.');
      const { clientName } = await readSiteInfo(db);
      const code = String(randomInt(100_000, 1_000_000));
      await sendCodeText(config, { mobile, code, shopName: clientName || 'Shop' }).catch((error: Error) => {
        throw badGateway(`${error.message}. Check the account and the template.`);
      });
      await transaction(db, (trx) => recordAudit(trx, admin, { action: 'texts.test', subject: '' }));
    },
  };
}

function presentTexts(config: Config): TextSettings {
  const { texts } = config;
  return {
    fixedBy: fixedBy(config, 'texts') ?? null,
    provider: texts?.kind ?? 'none',
    templateId: texts?.kind === 'msg91' ? texts.templateId : '',
    sid: texts?.kind === 'twilio' ? texts.sid : '',
    from: texts?.kind === 'twilio' ? texts.from : '',
  };
}
