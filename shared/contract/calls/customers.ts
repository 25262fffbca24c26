import { z } from 'zod';
import {
  customer,
  customerDetail,
  customerQuery,
  inviteRequest,
  matchingCustomers,
  mergeRequest,
} from '../accounts/customers.ts';
import { noteRequest, tagChange } from '../accounts/notes-and-tags.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Customers');

export const customerCalls = {
  'GET /customers': admin('customers.view', 'listCustomers', 'List and search customers', {
    query: customerQuery,
    reply: page(customer),
  }),
  'GET /customers/tags': admin('customers.view', 'listCustomerTags', 'List the tags of all customers', {
    reply: z.array(z.string()),
  }),
  'GET /customers/export.csv': admin('orders.export', 'exportCustomers', 'Export the matching customers', {
    stepUp: true,
    query: matchingCustomers,
    reply: 'text/csv',
  }),
  'GET /customers/:id': admin('customers.view', 'getCustomer', 'Get a customer', { reply: customerDetail }),
  'PATCH /customers/:id/tags': admin(
    'customers.edit',
    'changeCustomerTags',
    'Change the tags of a customer',
    {
      body: tagChange,
      reply: customerDetail,
      errors: ['step_up_required'],
    },
  ),
  'POST /customers/:id/notes': admin('customers.edit', 'addCustomerNote', 'Add a note about a customer', {
    body: noteRequest,
    reply: customerDetail,
    status: 201,
  }),
  'PUT /customers/:id/notes/:note': admin('customers.edit', 'editCustomerNote', 'Change an own note', {
    body: noteRequest,
    reply: customerDetail,
  }),
  'DELETE /customers/:id/notes/:note': admin('customers.edit', 'deleteCustomerNote', 'Delete an own note', {
    reply: customerDetail,
  }),
  'POST /customers/invite': admin(
    'customers.edit',
    'inviteCustomers',
    'Mail customers an invitation to their account of the former shop',
    { body: inviteRequest, reply: z.object({ invited: z.number() }) },
  ),
  'POST /customers/:id/merge': admin(
    'customers.edit',
    'mergeCustomers',
    'Merge another customer into this one',
    {
      stepUp: true,
      body: mergeRequest,
      reply: customerDetail,
      errors: ['conflict'],
    },
  ),
  'DELETE /customers/:id': admin(
    'customers.erase',
    'eraseCustomer',
    'Erase the personal data of a customer',
    {
      stepUp: true,
      reply: 'done',
      errors: ['admin_account'],
    },
  ),
};
