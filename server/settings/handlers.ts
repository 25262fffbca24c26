import type { IncomingMessage } from 'node:http';
import type { Handlers } from '../http/handlers.ts';
import type { Origin } from './domain.ts';

/** Not the address that a trusted proxy tells, but that of the connection. */
const originOf = ({ socket, headers }: IncomingMessage): Origin => ({
  peer: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  isForwarded: headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined,
});

export const settingsHandlers = {
  'GET /settings/checks': ({ backOffice }) => backOffice.settings.checkServices(),
  'GET /settings/payment': ({ backOffice }) => backOffice.settings.getPaymentSettings(),
  'PUT /settings/payment': ({ backOffice, body }) => backOffice.settings.setRazorpayKeys(body),
  'DELETE /settings/payment': ({ backOffice }) => backOffice.settings.removeRazorpayKeys(),
  'POST /settings/payment/webhook-secret': ({ backOffice }) => backOffice.settings.replaceWebhookSecret(),
  'DELETE /settings/payment/webhook-secret/previous': ({ backOffice }) =>
    backOffice.settings.endPreviousSecret(),
  'GET /settings/mail': ({ backOffice }) => backOffice.settings.getMailSettings(),
  'PUT /settings/mail': ({ backOffice, body }) => backOffice.settings.setMailServer(body),
  'DELETE /settings/mail': ({ backOffice }) => backOffice.settings.removeMailServer(),
  'POST /settings/mail/test': ({ backOffice, body }) => backOffice.settings.testMailServer(body.to),
  'GET /settings/mail/records': ({ backOffice }) => backOffice.settings.getMailRecords(),
  'GET /settings/texts': ({ backOffice }) => backOffice.settings.getTextSettings(),
  'PUT /settings/texts': ({ backOffice, body }) => backOffice.settings.setTextProvider(body),
  'DELETE /settings/texts': ({ backOffice }) => backOffice.settings.removeTextProvider(),
  'POST /settings/texts/test': ({ backOffice, body }) => backOffice.settings.testTexts(body.mobile),
  'GET /settings/domain': ({ backOffice, request }) =>
    backOffice.settings.getDomainSettings(originOf(request.raw)),
  'POST /settings/domain/check': ({ backOffice, body }) => backOffice.settings.checkAddress(body.publicUrl),
  'PUT /settings/domain': ({ backOffice, body, request }) =>
    backOffice.settings.setAddress(body.publicUrl, body.isUnchecked, originOf(request.raw)),
  'POST /settings/domain/proxy': ({ backOffice, request }) =>
    backOffice.settings.trustProxy(originOf(request.raw)),
  'DELETE /settings/domain/proxy': ({ backOffice, request }) =>
    backOffice.settings.forgetProxies(originOf(request.raw)),
  'GET /settings/files': ({ backOffice }) => backOffice.settings.getFileSettings(),
  'POST /settings/files/test': ({ backOffice }) => backOffice.settings.testFiles(),
  'PUT /settings/files/backups': ({ backOffice, body }) => backOffice.settings.setBackupBucket(body),
} satisfies Partial<Handlers>;
