import { z } from 'zod';
import { addAdminReply, addAdminRequest, adminPerson, adminSession, removeAdminRequest } from '../admins.ts';
import { logQuery, logReply } from '../audit-log.ts';
import { demoContent, removedDemo } from '../demo.ts';
import { mailDetail, mailQuery, mailRow, mailSummary, resendReply } from '../mails.ts';
import { dashboardStats } from '../reports.ts';
import { testMailReply } from '../site-info.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Back office');

export const backOfficeCalls = {
  'GET /demo': admin('listDemoContent', 'List what is still demo content', { reply: demoContent }),
  'POST /demo/remove': admin('removeDemoContent', 'Remove all demo content', { reply: removedDemo }),
  'GET /auth/admin/stats': admin('getDashboard', 'Get the figures of the dashboard', {
    reply: dashboardStats,
  }),
  'GET /auth/admin/admins': admin('listAdmins', 'List admins', { reply: z.array(adminPerson) }),
  'POST /auth/admin/admins': admin('createAdmin', 'Add an admin', {
    body: addAdminRequest,
    reply: addAdminReply,
    status: 201,
    errors: ['already_admin', 'has_account'],
    limit: true,
  }),
  'DELETE /auth/admin/admins/:id': admin('deleteAdmin', 'Remove an admin', {
    body: removeAdminRequest,
    reply: 'done',
    errors: ['last_admin'],
    limit: true,
  }),
  'GET /auth/admin/sessions': admin('listSessions', 'List your sessions', { reply: z.array(adminSession) }),
  'DELETE /auth/admin/sessions': admin('endOtherSessions', 'End your other sessions', { reply: 'done' }),
  'DELETE /auth/admin/sessions/:id': admin('endSession', 'End one of your sessions', { reply: 'done' }),
  'GET /admin/log': admin('listLog', 'List what admins did', { query: logQuery, reply: logReply }),
  'GET /mails': admin('listMails', 'List outgoing mails', { query: mailQuery, reply: page(mailRow) }),
  'GET /mails/summary': admin('getMailSummary', 'Count mails by state', { reply: mailSummary }),
  'GET /mails/:id': admin('getMail', 'Get a mail', { reply: mailDetail }),
  'GET /mails/:id/file': admin('getMailFile', 'Get a mail as a file', { reply: 'message/rfc822' }),
  'POST /mails/:id/resend': admin('resendMail', 'Send a mail again', {
    reply: mailDetail,
    errors: ['link_spent'],
  }),
  'POST /mails/resend-failed': admin('resendFailedMails', 'Send all failed mails again', {
    reply: resendReply,
  }),
  'POST /settings/test-mail': admin('sendTestMail', 'Send a test mail to yourself', {
    reply: testMailReply,
    status: 201,
    errors: ['validation_failed'],
    limit: true,
  }),
};
