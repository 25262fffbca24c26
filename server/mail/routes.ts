import { mailDetail, mailQuery, mailRow, mailSummary, resendReply } from '../../shared/contract/mails.ts';
import { idParams } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';

/** Mails in the back office (contract §5). */
export function mailAdminRoutes(app: Api) {
  app.get(
    '/mails',
    { schema: { querystring: mailQuery, response: { 200: mailRow.array() } } },
    async (request, reply) => {
      const { mails, total } = await request.backOffice.mails.listMails(request.query);
      return reply.header('x-total-count', String(total)).send(mails);
    },
  );

  app.get('/mails/summary', { schema: { response: { 200: mailSummary } } }, (request) =>
    request.backOffice.mails.mailSummary(),
  );

  app.get('/mails/:id', { schema: { params: idParams, response: { 200: mailDetail } } }, (request) =>
    request.backOffice.mails.getMail(request.params.id),
  );

  app.get('/mails/:id/file', { schema: { params: idParams } }, async (request, reply) =>
    reply
      .type('message/rfc822')
      .header('content-disposition', 'attachment; filename="mail.eml"')
      .send(await request.backOffice.mails.readMailFile(request.params.id)),
  );

  app.post('/mails/:id/resend', { schema: { params: idParams, response: { 200: mailDetail } } }, (request) =>
    request.backOffice.mails.resendMail(request.params.id),
  );

  app.post('/mails/resend-failed', { schema: { response: { 200: resendReply } } }, (request) =>
    request.backOffice.mails.resendFailed(),
  );
}
