import { z } from 'zod';
import { attribute, attributeChange, attributeOrder, newAttribute } from '../catalogue/attributes.ts';
import { tagged } from './call.ts';

const { admin } = tagged('Attributes');

export const attributeCalls = {
  'GET /settings/attributes': admin('catalogue.edit', 'listAttributes', 'List the attributes of products', {
    reply: z.array(attribute),
  }),
  'POST /settings/attributes': admin('catalogue.edit', 'createAttribute', 'Create an attribute', {
    body: newAttribute,
    reply: attribute,
    status: 201,
    errors: ['name_taken'],
  }),
  'PUT /settings/attributes/order': admin(
    'catalogue.edit',
    'reorderAttributes',
    'Set the order of the attributes',
    { body: attributeOrder, reply: z.array(attribute) },
  ),
  'PUT /settings/attributes/:id': admin('catalogue.edit', 'updateAttribute', 'Update an attribute', {
    body: attributeChange,
    reply: attribute,
    errors: ['name_taken'],
  }),
  'DELETE /settings/attributes/:id': admin(
    'catalogue.edit',
    'deleteAttribute',
    'Delete an attribute with its values',
    { reply: 'done' },
  ),
};
