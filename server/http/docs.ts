import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Api } from './api.ts';

/** `/api/openapi.json` and the browsable `/api/docs`, from the schemas that validate (contract §1). */
export async function docs(app: Api, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Haat',
        version: '1',
        description: 'The calls of the shop. Money is in rupees unless said.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}

/** The description of the calls itself. */
export function openApiRoute(app: Api): void {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
