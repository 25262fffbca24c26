import { z } from 'zod';
import {
  addressCheck,
  addressInput,
  bucketAccess,
  domainChange,
  domainSettings,
  fileSettings,
  mailRecords,
  mailServerChange,
  mailSettings,
  mailTest,
  mailTestResult,
  paymentSettings,
  razorpayKeys,
  shopCheck,
  textChange,
  textSettings,
  textTest,
  withWebhookSecret,
} from '../settings.ts';
import { tagged } from './call.ts';

const { admin } = tagged('Settings');

/** The settings that the environment can fix and an admin can enter (contract §6). */
export const settingsCalls = {
  'GET /settings/checks': admin(
    'settings.edit',
    'checkServices',
    'Check payment, mail, texts, address, files and backups',
    { reply: z.array(shopCheck) },
  ),
  'GET /settings/payment': admin('settings.edit', 'getPaymentSettings', 'Get the account at Razorpay', {
    reply: paymentSettings,
  }),
  'PUT /settings/payment': admin(
    'settings.money',
    'setRazorpayKeys',
    'Check keys of Razorpay and use them from now on',
    {
      stepUp: true,
      body: razorpayKeys,
      reply: withWebhookSecret,
      errors: ['conflict', 'other_account', 'provider_error'],
    },
  ),
  'DELETE /settings/payment': admin(
    'settings.money',
    'removeRazorpayKeys',
    'Return to the built-in test mode, before the first real order',
    { stepUp: true, reply: paymentSettings, errors: ['conflict'] },
  ),
  'POST /settings/payment/webhook-secret': admin(
    'settings.money',
    'replaceWebhookSecret',
    'Create another webhook secret; the previous one stays valid beside it',
    { stepUp: true, reply: withWebhookSecret, errors: ['conflict'] },
  ),
  'DELETE /settings/payment/webhook-secret/previous': admin(
    'settings.money',
    'endPreviousWebhookSecret',
    'Accept no event with the previous webhook secret any more',
    { stepUp: true, reply: paymentSettings, errors: ['conflict'] },
  ),
  'GET /settings/mail': admin('settings.edit', 'getMailSettings', 'Get the mail server and the sender', {
    reply: mailSettings,
  }),
  'PUT /settings/mail': admin(
    'settings.money',
    'setMailServer',
    'Sign in at a mail server and send mails by it from now on',
    { stepUp: true, body: mailServerChange, reply: mailSettings, errors: ['conflict'] },
  ),
  'DELETE /settings/mail': admin('settings.money', 'removeMailServer', 'Write mails to files again', {
    stepUp: true,
    reply: mailSettings,
    errors: ['conflict'],
  }),
  'POST /settings/mail/test': admin('settings.edit', 'testMailServer', 'Send a test mail at once', {
    body: mailTest,
    reply: mailTestResult,
    errors: ['provider_error'],
    limit: true,
  }),
  'GET /settings/mail/records': admin(
    'settings.edit',
    'getMailRecords',
    'Look up SPF, DKIM and DMARC of the domain of the sender',
    { reply: mailRecords },
  ),
  'GET /settings/texts': admin('settings.edit', 'getTextSettings', 'Get the provider of texts', {
    reply: textSettings,
  }),
  'PUT /settings/texts': admin('settings.money', 'setTextProvider', 'Send texts by a provider from now on', {
    stepUp: true,
    body: textChange,
    reply: textSettings,
    errors: ['conflict'],
  }),
  'DELETE /settings/texts': admin('settings.money', 'removeTextProvider', 'Send no texts by a provider', {
    stepUp: true,
    reply: textSettings,
    errors: ['conflict'],
  }),
  'POST /settings/texts/test': admin('settings.edit', 'testTexts', 'Send a test text', {
    body: textTest,
    reply: 'done',
    errors: ['conflict', 'provider_error'],
    limit: true,
  }),
  'GET /settings/domain': admin(
    'settings.edit',
    'getDomainSettings',
    'Get the public address and the proxies in front of the shop',
    { reply: domainSettings },
  ),
  'POST /settings/domain/check': admin(
    'settings.edit',
    'checkAddress',
    'Check whether an address leads to this shop',
    { body: addressInput, reply: addressCheck, limit: 30 },
  ),
  'PUT /settings/domain': admin('settings.money', 'setAddress', 'Change the public address', {
    stepUp: true,
    body: domainChange,
    reply: domainSettings,
    errors: ['conflict'],
  }),
  'POST /settings/domain/proxy': admin(
    'settings.money',
    'trustProxy',
    'Trust the proxy that forwarded this request',
    { stepUp: true, reply: domainSettings, errors: ['conflict'] },
  ),
  'DELETE /settings/domain/proxy': admin('settings.money', 'forgetProxies', 'Trust no proxy any more', {
    stepUp: true,
    reply: domainSettings,
    errors: ['conflict'],
  }),
  'GET /settings/files': admin('settings.edit', 'getFileSettings', 'Get where files and backups are stored', {
    reply: fileSettings,
  }),
  'POST /settings/files/test': admin(
    'settings.edit',
    'testFiles',
    'Write a file where pictures are stored, and remove it',
    { reply: 'done', errors: ['provider_error'] },
  ),
  'PUT /settings/files/backups': admin(
    'settings.money',
    'setBackupBucket',
    'Change the access to buckets with backups',
    { stepUp: true, body: bucketAccess, reply: fileSettings, errors: ['conflict'] },
  ),
};
