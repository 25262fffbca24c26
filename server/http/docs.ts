import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { z } from 'zod';
import type { Access, Call } from '../../shared/contract/calls/call.ts';
import { calls, errorsOf } from '../../shared/contract/calls.ts';
import { done, type ErrorCode, errorCodes, errorReply } from '../../shared/contract/wire.ts';
import type { Config } from '../config.ts';
import type { Api } from './api.ts';

/** The browsable description of the API at `/api/docs` (contract §1). */
export async function docs(app: Api): Promise<void> {
  // The plugin of the page needs a description; the page shows that of the call, which is cached.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info, paths: {} } },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: {
      onRequest: async ({ routeOptions: { url = '' } }, reply) => {
        if (/\/(json|yaml)$/.test(url)) return reply.redirect('/api/openapi.json', 301);
      },
    },
  });
}

/** The OpenAPI description of every call, from the table of calls; made at the first request for it. */
export function openApi(config: Pick<Config, 'publicUrl'>): () => Record<string, unknown> {
  let description: Record<string, unknown> | undefined;
  return () => {
    description ??= describe();
    return { ...description, servers: [{ url: config.publicUrl }] };
  };
}

const info = {
  title: 'The shop’s API',
  version: '1',
  description: 'Amounts are in rupees with at most two decimals unless a field says paise.',
};

function describe(): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = route.split(' ');
    const url = `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(route, call) };
  }
  return {
    openapi: '3.1.0',
    info,
    tags: [...new Set(Object.values(calls).map(({ tag }) => tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        orderKey: { type: 'apiKey', in: 'header', name: 'x-order-key' },
      },
      schemas: { Error: jsonSchema(errorReply, 'output') },
    },
    paths,
  };
}

function operation(route: string, call: Call): object {
  const { operationId, summary, tag, access } = call;
  const parameters = [
    ...[...route.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', maxLength: 300 },
    })),
    ...fields(call.query, 'query'),
    ...fields(call.headers, 'header'),
  ];
  const content = requestContent(call);
  return {
    operationId,
    summary,
    tags: [tag],
    security: security[access],
    ...(parameters.length > 0 && { parameters }),
    ...(Object.keys(content).length > 0 && { requestBody: { content } }),
    responses: { ...successes(call), ...errors(errorsOf(route, call)) },
  };
}

const security: Record<Access, object[]> = {
  anyone: [],
  proof: [],
  'signed-in': [{ bearer: [] }],
  admin: [{ bearer: [] }],
  own: [{ bearer: [] }, { orderKey: [] }],
};

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function fields(schema: z.ZodObject | undefined, location: 'query' | 'header'): object[] {
  const { properties = {}, required = [] } = schema ? jsonSchema(schema, 'input') : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }));
}

const anyBytes = { type: 'string', contentMediaType: 'application/octet-stream' };

function requestContent({ body, files, pictures, accepts }: Call): object {
  if (accepts === 'raw') return { 'application/json': {} };
  const schema = body && jsonSchema(body, 'input');
  if (accepts === 'form') return { 'application/x-www-form-urlencoded': { schema } };
  const json = schema && { 'application/json': { schema } };
  if (!files) return { ...json };
  // Plural fields hold several files.
  const fileFields = files.map((name) => [
    name,
    name.endsWith('s') ? { type: 'array', items: anyBytes } : anyBytes,
  ]);
  const properties = { ...schema?.properties, ...Object.fromEntries(fileFields) };
  return { ...(pictures && json), 'multipart/form-data': { schema: { type: 'object', properties } } };
}

function successes(call: Call): object {
  const statuses = [call.status ?? 200].flat();
  const success = (status: number) => ({ description: STATUS_CODES[status], ...successOf(call) });
  return Object.fromEntries(statuses.map((status) => [status, success(status)]));
}

function successOf({ reply }: Call): object {
  if (reply === 'redirect') return { headers: { location: { schema: { type: 'string' } } } };
  if (reply === 'done') return { content: json(jsonSchema(done, 'output')) };
  if (typeof reply === 'string')
    return { content: { [reply]: { schema: { type: 'string', format: 'binary' } } } };
  if (!('page' in reply)) return { content: json(jsonSchema(reply, 'output')) };
  const description = 'The number of all items';
  return {
    headers: { 'X-Total-Count': { description, schema: { type: 'integer' } } },
    content: json({ type: 'array', items: jsonSchema(reply.page, 'output') }),
  };
}

const json = (schema: object) => ({ 'application/json': { schema } });

/** Every status of failure with the codes that it can have. */
function errors(codes: ErrorCode[]): object {
  const error = { $ref: '#/components/schemas/Error' };
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code]);
  const replies = [...byStatus].map(([status, codesOfStatus]) => {
    const schema = { allOf: [error, { type: 'object', properties: { code: { enum: codesOfStatus } } }] };
    return [status, { description: STATUS_CODES[status], content: json(schema) }];
  });
  return {
    ...Object.fromEntries(replies),
    default: { description: 'Any other error', content: json(error) },
  };
}
