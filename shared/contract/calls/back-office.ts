import { z } from 'zod';
import { session } from '../accounts/accounts.ts';
import { adminPerson, inviteRequest, me, role, roleChange, staffChange } from '../accounts/admins.ts';
import { logQuery, logReply } from '../accounts/audit-log.ts';
import {
  assertionOptions,
  attestationOptions,
  confirmTotpRequest,
  newPasskey,
  proof,
  recoveryCodes,
  secondFactor,
  totpSetup,
} from '../accounts/second-factor.ts';
import { backupOverview, backupSettings } from '../backups.ts';
import { demoContent, removedDemo } from '../demo.ts';
import { mailDetail, mailQuery, mailRow, mailSummary, resendReply } from '../mails.ts';
import { dashboardStats, policyReport } from '../reports.ts';
import { shopHealth } from '../shop-health.ts';
import { testMailReply } from '../site-info.ts';
import { visitQuery, visitReport, visitReportQuery } from '../visits.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Back office');

export const backOfficeCalls = {
  'GET /demo': admin('settings.edit', 'listDemoContent', 'List what is still demo content', {
    reply: demoContent,
  }),
  'POST /demo/remove': admin('settings.edit', 'removeDemoContent', 'Remove all demo content', {
    reply: removedDemo,
  }),
  'GET /auth/admin/stats': admin('reports.view', 'getDashboard', 'Get the figures of the dashboard', {
    reply: dashboardStats,
  }),
  'GET /auth/admin/me': admin('every-admin', 'getOwnRole', 'Get what your role allows', { reply: me }),
  'GET /auth/admin/admins': admin('staff.manage', 'listAdmins', 'List admins', {
    reply: z.array(adminPerson),
  }),
  'POST /auth/admin/admins': admin('staff.manage', 'inviteAdmin', 'Invite an admin by email', {
    stepUp: true,
    body: inviteRequest,
    reply: adminPerson,
    status: 201,
    errors: ['already_admin', 'has_account', 'not_found'],
    limit: true,
  }),
  'POST /auth/admin/admins/:id/invite': admin(
    'staff.manage',
    'resendInvitation',
    'Mail an invitation again',
    { stepUp: true, reply: 'done', limit: true },
  ),
  'PUT /auth/admin/admins/:id': admin(
    'staff.manage',
    'updateAdmin',
    'Change the role of an admin, or disable them',
    { stepUp: true, body: staffChange, reply: adminPerson, errors: ['last_admin'], limit: true },
  ),
  'DELETE /auth/admin/admins/:id': admin('staff.manage', 'deleteAdmin', 'Remove an admin', {
    stepUp: true,
    reply: 'done',
    errors: ['last_admin'],
    limit: true,
  }),
  'GET /auth/admin/roles': admin('staff.manage', 'listRoles', 'List roles', { reply: z.array(role) }),
  'POST /auth/admin/roles': admin('staff.manage', 'createRole', 'Create a role', {
    stepUp: true,
    body: roleChange,
    reply: role,
    status: 201,
    errors: ['name_taken'],
  }),
  'PUT /auth/admin/roles/:id': admin(
    'staff.manage',
    'updateRole',
    'Change a role, or the refund limits of a built-in one',
    { stepUp: true, body: roleChange, reply: role, errors: ['built_in_role', 'name_taken'] },
  ),
  'DELETE /auth/admin/roles/:id': admin('staff.manage', 'deleteRole', 'Delete a role that no admin has', {
    stepUp: true,
    reply: 'done',
    errors: ['built_in_role', 'in_use'],
  }),
  'GET /auth/admin/second-factor': admin('every-admin', 'getSecondFactor', 'Get your second factors', {
    reply: secondFactor,
  }),
  'POST /auth/admin/step-up': admin('every-admin', 'stepUp', 'Prove that it is you, for ten minutes', {
    body: proof,
    reply: 'done',
    errors: ['rate_limited'],
  }),
  'POST /auth/admin/step-up/passkey-options': admin(
    'every-admin',
    'startPasskeyStepUp',
    'Get what a passkey needs to prove that it is you',
    { reply: assertionOptions },
  ),
  'POST /auth/admin/totp': admin('every-admin', 'startTotp', 'Start to set up an authenticator app', {
    reply: totpSetup,
    stepUp: true,
  }),
  'POST /auth/admin/totp/confirm': admin(
    'every-admin',
    'confirmTotp',
    'Confirm the app with its first code',
    {
      body: confirmTotpRequest,
      reply: recoveryCodes,
      stepUp: true,
      limit: true,
    },
  ),
  'DELETE /auth/admin/totp': admin('every-admin', 'deleteTotp', 'Remove your authenticator app', {
    reply: 'done',
    stepUp: true,
    errors: ['not_found'],
  }),
  'POST /auth/admin/passkeys/options': admin('every-admin', 'startPasskey', 'Get what a new passkey needs', {
    reply: attestationOptions,
    stepUp: true,
    errors: ['validation_failed'],
  }),
  'POST /auth/admin/passkeys': admin('every-admin', 'addPasskey', 'Add a passkey', {
    body: newPasskey,
    reply: recoveryCodes,
    status: 201,
    stepUp: true,
  }),
  'DELETE /auth/admin/passkeys/:id': admin('every-admin', 'deletePasskey', 'Remove a passkey', {
    reply: 'done',
    stepUp: true,
  }),
  'POST /auth/admin/recovery-codes': admin(
    'every-admin',
    'renewRecoveryCodes',
    'Replace your recovery codes',
    {
      reply: recoveryCodes,
      stepUp: true,
      errors: ['validation_failed'],
    },
  ),
  'GET /auth/admin/sessions': admin('every-admin', 'listSessions', 'List your sessions', {
    reply: z.array(session),
  }),
  'DELETE /auth/admin/sessions': admin('every-admin', 'endOtherSessions', 'End your other sessions', {
    reply: 'done',
  }),
  'DELETE /auth/admin/sessions/:id': admin('every-admin', 'endSession', 'End one of your sessions', {
    reply: 'done',
  }),
  'GET /admin/log': admin('log.view', 'listLog', 'List what admins did', {
    query: logQuery,
    reply: logReply,
  }),
  'GET /admin/log/export.csv': admin('log.view', 'exportLog', 'Export the audit log with its hashes', {
    reply: 'text/csv',
  }),
  'GET /admin/policy-reports': admin('log.view', 'listPolicyReports', 'List what browsers have blocked', {
    reply: z.array(policyReport),
  }),
  'GET /mails': admin('mails.manage', 'listMails', 'List outgoing mails', {
    query: mailQuery,
    reply: page(mailRow),
  }),
  'GET /mails/summary': admin('mails.manage', 'getMailSummary', 'Count mails by state', {
    reply: mailSummary,
  }),
  'GET /mails/:id': admin('mails.manage', 'getMail', 'Get a mail', { reply: mailDetail }),
  'GET /mails/:id/file': admin('mails.manage', 'getMailFile', 'Get a mail as a file', {
    reply: 'message/rfc822',
  }),
  'POST /mails/:id/resend': admin('mails.manage', 'resendMail', 'Send a mail again', {
    reply: mailDetail,
    errors: ['link_spent'],
  }),
  'POST /mails/resend-failed': admin('mails.manage', 'resendFailedMails', 'Send all failed mails again', {
    reply: resendReply,
  }),
  'GET /settings/health': admin(
    'settings.edit',
    'getShopHealth',
    'Get the figures of this server and the shop',
    {
      reply: shopHealth,
      errors: ['unavailable'],
    },
  ),
  'GET /settings/backups': admin('settings.edit', 'getBackups', 'Get the settings and state of backups', {
    reply: backupOverview,
  }),
  'PUT /settings/backups': admin('settings.money', 'updateBackupSettings', 'Change the settings of backups', {
    stepUp: true,
    body: backupSettings,
    reply: backupOverview,
  }),
  'POST /settings/backups/start': admin('settings.edit', 'startBackup', 'Make a backup now', {
    reply: backupOverview,
    status: 202,
    limit: true,
  }),
  'POST /settings/test-mail': admin('settings.edit', 'sendTestMail', 'Send a test mail to yourself', {
    reply: testMailReply,
    status: 201,
    errors: ['validation_failed'],
    limit: true,
  }),
};

const visits = tagged('Visits');

export const visitCalls = {
  // Limited in the memory of the process, because it must cost no query (decision 131).
  'POST /visits': visits.anyone('countVisit', 'Count what a visitor has done', {
    query: visitQuery,
    reply: 'done',
  }),
  'GET /visits': visits.admin('reports.view', 'getVisitReport', 'Get what visitors did, by day and product', {
    query: visitReportQuery,
    reply: visitReport,
  }),
};
