import type { Handlers } from '../http/handlers.ts';

/** The customers in the back office. */
export const customerHandlers = {
  'GET /customers': ({ backOffice, query }) => backOffice.customers.listCustomers(query),
  'GET /customers/tags': ({ backOffice }) => backOffice.customers.listTags(),
  'GET /customers/export.csv': ({ backOffice, query }) => ({
    filename: 'customers.csv',
    content: backOffice.customers.exportCustomers(query),
  }),
  'GET /customers/:id': ({ backOffice, params }) => backOffice.customers.getCustomer(params.id),
  'POST /customers/invite': ({ backOffice, body: { ids, matching = {} } }) =>
    backOffice.customers.inviteCustomers(ids ? { ids } : { matching }),
  'PATCH /customers/:id/tags': ({ backOffice, params, body }) =>
    backOffice.customers.changeTags(params.id, body),
  'POST /customers/:id/notes': ({ backOffice, params, body }) =>
    backOffice.customers.addNote(params.id, body.text),
  'PUT /customers/:id/notes/:note': ({ backOffice, params, body }) =>
    backOffice.customers.editNote(params.id, params.note, body.text),
  'DELETE /customers/:id/notes/:note': ({ backOffice, params }) =>
    backOffice.customers.deleteNote(params.id, params.note),
  'POST /customers/:id/merge': ({ backOffice, params, body }) =>
    backOffice.customers.mergeCustomers(params.id, body.from),
  'DELETE /customers/:id': ({ backOffice, params }) => backOffice.customers.eraseCustomer(params.id),
} satisfies Partial<Handlers>;
