import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorReply } from '../../shared/contract/wire.ts';
import type { Api } from './api.ts';
import { type Access, calls, callsByTag } from './calls.ts';

type Content = Record<string, { schema?: object }>;
type Operation = {
  parameters?: object[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};

/** `/api/openapi.json` and the browsable `/api/docs`, from the schemas that validate (contract §1). */
export async function docs(app: Api, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'The shop’s API',
        version: '1',
        description: 'Amounts are in rupees with at most two decimals unless a field says paise.',
      },
      servers: [{ url: publicUrl }],
      tags: Object.keys(callsByTag).map((name) => ({ name })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          orderKey: { type: 'apiKey', in: 'header', name: 'x-order-key' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { paths, components, ...rest } = document.openapiObject;
      return {
        ...rest,
        components: { ...components, schemas: { ...components?.schemas, Error: z.toJSONSchema(errorReply) } },
        paths: Object.fromEntries(
          Object.entries(paths ?? {}).map(([path, item]) => [path, describePath(path, item ?? {})]),
        ),
      };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}

/** The description of the calls itself. */
export function openApiRoute(app: Api): void {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

function describePath(path: string, item: object): object {
  const url = path.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1');
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]: [string, Operation]) => [
      method,
      describe(`${method.toUpperCase()} ${url}`, operation),
    ]),
  );
}

function describe(route: string, operation: Operation): object {
  const call = calls.get(route);
  if (!call) throw new Error(`${route} is missing in server/http/calls.ts`);
  const { tag, operationId, summary, access, reply, files } = call;
  const takesInput = Boolean(operation.requestBody || operation.parameters || files);
  return {
    ...operation,
    operationId,
    summary,
    tags: [tag],
    security: security[access],
    ...(files && {
      requestBody: { content: { ...operation.requestBody?.content, ...form(operation, files) } },
    }),
    responses: { ...replies(operation, reply), ...errors(access, takesInput, route.includes(':')) },
  };
}

const security: Record<Access, object[]> = {
  anyone: [],
  proof: [],
  'signed-in': [{ bearer: [] }],
  admin: [{ bearer: [] }],
  own: [{ bearer: [] }, { orderKey: [] }],
};

/** A multipart body with the fields of the JSON body and the files. */
function form({ requestBody }: Operation, files: string[]): Content {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const fields = requestBody?.content?.['application/json']?.schema ?? {};
  const properties = 'properties' in fields ? fields.properties : {};
  const fileFields = Object.fromEntries(
    files.map((name) => [name, name.endsWith('s') ? { type: 'array', items: file } : file]),
  );
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { ...Object(properties), ...fileFields } },
    },
  };
}

function replies({ responses = {} }: Operation, type: string | undefined) {
  if (type)
    return {
      200: { description: 'OK', content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
    };
  return Object.fromEntries(
    Object.entries(responses).map(([status, reply]) => [
      status,
      { ...reply, description: STATUS_CODES[status] ?? 'OK' },
    ]),
  );
}

function errors(access: Access, takesInput: boolean, hasId: boolean) {
  const statuses = [
    ...(takesInput ? [400] : []),
    ...(access === 'signed-in' || access === 'admin' ? [401] : []),
    ...(access === 'admin' ? [403] : []),
    ...(hasId || access === 'own' ? [404] : []),
  ];
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries([
    ...statuses.map((status) => [status, { description: STATUS_CODES[status] ?? '', content }]),
    ['default', { description: 'Any other error', content }],
  ]);
}
