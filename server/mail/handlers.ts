import type { Handlers } from '../http/handlers.ts';

/** The mails of the shop. */
export const mailHandlers = {
  'GET /mails': ({ backOffice, query }) => backOffice.mails.listMails(query),
  'GET /mails/summary': ({ backOffice }) => backOffice.mails.mailSummary(),
  'GET /mails/:id': ({ backOffice, params }) => backOffice.mails.getMail(params.id),
  'GET /mails/:id/file': async ({ backOffice, params }) => ({
    filename: 'mail.eml',
    content: await backOffice.mails.readMailFile(params.id),
  }),
  'POST /mails/:id/resend': ({ backOffice, params }) => backOffice.mails.resendMail(params.id),
  'POST /mails/resend-failed': ({ backOffice }) => backOffice.mails.resendFailed(),
} satisfies Partial<Handlers>;
