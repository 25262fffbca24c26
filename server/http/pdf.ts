import type { FastifyReply } from 'fastify';

/** Answers with a PDF that the browser shows. */
export const sendPdf = (reply: FastifyReply, { filename, pdf }: { filename: string; pdf: Buffer }) =>
  reply.type('application/pdf').header('content-disposition', `inline; filename="${filename}"`).send(pdf);
