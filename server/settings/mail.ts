import type { MailServerChange, MailSettings } from '../../shared/contract/settings.ts';
import { type Config, fixedBy } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, badGateway } from '../errors.ts';
import { countUnsent, explainMailError, senderLine, sendTestMail, verifyMailServer } from '../mail/mail.ts';
import { findMailRecords } from './mail-records.ts';
import { reloadSettings, requireFree, storeSettings } from './stored.ts';

/** The mail server, as an admin sees and changes it. */
export function mailSettingsAdmin(deps: Deps, admin: Admin) {
  const { db, config } = deps;

  async function getMailSettings(): Promise<MailSettings> {
    const { clientName } = await readSiteInfo(db);
    const from = senderLine(config, clientName || 'Shop');
    return {
      fixedBy: fixedBy(config, 'mail') ?? null,
      server: config.smtpUrl === undefined ? null : { ...readServer(config.smtpUrl), ...readSender(from) },
      from,
      ...(await countUnsent(db)),
    };
  }

  return {
    getMailSettings,

    /**
     * Signs in at a mail server and sends by it from now on. 400 by field with the reply of the server if that fails, 409
     * if the environment fixes the settings.
     */
    async setMailServer({ password, ...server }: MailServerChange): Promise<MailSettings> {
      requireFree(config, 'mail');
      const current = config.smtpUrl === undefined ? undefined : new URL(config.smtpUrl);
      // A stored password is for the server that it was entered for.
      const isSame =
        current?.hostname === server.host && decodeURIComponent(current.username) === server.user;
      const stored = isSame ? decodeURIComponent(current.password) : '';
      if (server.user && !(password ?? stored)) throw badField('password', 'The password is required');
      const smtpUrl = writeServer(server, password ?? stored);
      await verifyMailServer(smtpUrl).catch((error: Error) => {
        const { field, text } = explainMailError(error, server.host);
        throw badField(field, text);
      });
      const { senderName, senderAddress } = server;
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'mail', {
          SMTP_URL: smtpUrl,
          MAIL_FROM: senderName ? `"${senderName}" <${senderAddress}>` : senderAddress,
        });
        await recordAudit(trx, admin, { action: 'mail.server', subject: server.host });
      });
      await reloadSettings(deps);
      return getMailSettings();
    },

    /** Writes mails to files again. 409. */
    async removeMailServer(): Promise<MailSettings> {
      await transaction(db, async (trx) => {
        await storeSettings(deps, trx, 'mail', { SMTP_URL: undefined, MAIL_FROM: undefined });
        await recordAudit(trx, admin, { action: 'mail.server-removed', subject: '' });
      });
      await reloadSettings(deps);
      return getMailSettings();
    },

    /** Sends a mail at once. Returns the reply of the mail server, or null if it was written to a file. 502. */
    async testMailServer(to: string): Promise<{ reply: string | null }> {
      const reply = await sendTestMail(deps, to).catch((error: Error) => {
        throw badGateway(explainMailError(error, hostOf(config)).text);
      });
      await transaction(db, (trx) =>
        recordAudit(trx, admin, { action: 'mail.test', subject: '', detail: { to } }),
      );
      return { reply };
    },

    /** What the domain of the sender says about mails of the shop: SPF, DKIM and DMARC. */
    async getMailRecords() {
      const { clientName } = await readSiteInfo(db);
      const { senderAddress } = readSender(senderLine(config, clientName));
      const domain = senderAddress.slice(senderAddress.lastIndexOf('@') + 1);
      return { domain, records: await findMailRecords(domain, hostOf(config)) };
    },
  };
}

const hostOf = ({ smtpUrl }: Config): string => (smtpUrl === undefined ? '' : new URL(smtpUrl).hostname);

type Server = Pick<MailServerChange, 'host' | 'port' | 'security' | 'user'>;

function readServer(smtpUrl: string): Server & { hasPassword: boolean } {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === 'smtps:';
  const isPlain = url.searchParams.get('ignoreTLS') === 'true';
  return {
    host: url.hostname,
    port: Number(url.port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : isPlain ? 'none' : 'starttls',
    user: decodeURIComponent(url.username),
    hasPassword: url.password !== '',
  };
}

function writeServer({ host, port, security, user }: Server, password: string): string {
  const signIn = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
  const query = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }[security];
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${signIn}${host}:${port}${query}`;
}

/** The parts of a From header: `"Asha, Textiles" <shop@example.in>`, or an address alone. */
function readSender(from: string): Pick<MailServerChange, 'senderName' | 'senderAddress'> {
  const [, name = '', address = from] = /^(.*)<(.+)>$/.exec(from) ?? [];
  return { senderName: name.replaceAll('"', '').trim(), senderAddress: address.trim() };
}
