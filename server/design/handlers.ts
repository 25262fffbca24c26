import type { Handlers } from '../http/handlers.ts';
import { checkDraftPage, type RenderDraft } from '../http/pages/page-check.ts';

/** The look of the storefront. `renderDraft`: for the check of a page before it is published. */
export const designHandlers = (renderDraft: RenderDraft) =>
  ({
    'POST /design/link': ({ backOffice }) => backOffice.design.getDraftLink(),
    'GET /design/theme': ({ backOffice }) => backOffice.design.theme.get(),
    'PUT /design/theme': ({ backOffice, body }) =>
      backOffice.design.theme.saveDraft(body.version, body.document),
    'POST /design/theme/publish': ({ backOffice, body }) => backOffice.design.theme.publish(body.version),
    'POST /design/theme/discard': ({ backOffice, body }) => backOffice.design.theme.discard(body.version),
    'GET /design/theme/versions': ({ backOffice }) => backOffice.design.theme.listVersions(),
    'PATCH /design/theme/versions/:id': ({ backOffice, params, body }) =>
      backOffice.design.theme.nameVersion(params.id, body.name),
    'POST /design/theme/versions/:id/restore': ({ backOffice, params, body }) =>
      backOffice.design.theme.restore(params.id, body.version),

    'GET /design/pages': ({ backOffice }) => backOffice.design.listPages(),
    'POST /design/pages': ({ backOffice, body }) => backOffice.design.createPage(body.title),
    'GET /design/pages/:key': ({ backOffice, params }) => backOffice.design.page(params.key).get(),
    'PUT /design/pages/:key': ({ backOffice, params, body }) =>
      backOffice.design.page(params.key).saveDraft(body.version, body.document),
    'POST /design/pages/:key/publish': async ({ backOffice, params, body }) => {
      const page = backOffice.design.page(params.key);
      const { document, version } = await page.get();
      // Publishing refuses another version, so this draft is the one that is published.
      if (version === body.version)
        checkDraftPage(
          await renderDraft(params.key),
          document.sections.map(({ _id }) => _id),
        );
      return page.publish(body.version);
    },
    'POST /design/pages/:key/discard': ({ backOffice, params, body }) =>
      backOffice.design.page(params.key).discard(body.version),
    'DELETE /design/pages/:key': ({ backOffice, params }) => backOffice.design.deletePage(params.key),
    'GET /design/pages/:key/versions': ({ backOffice, params }) =>
      backOffice.design.page(params.key).listVersions(),
    'GET /design/pages/:key/versions/:id': ({ backOffice, params }) =>
      backOffice.design.page(params.key).getVersion(params.id),
    'PATCH /design/pages/:key/versions/:id': ({ backOffice, params, body }) =>
      backOffice.design.page(params.key).nameVersion(params.id, body.name),
    'POST /design/pages/:key/versions/:id/restore': ({ backOffice, params, body }) =>
      backOffice.design.page(params.key).restore(params.id, body.version),
  }) satisfies Partial<Handlers>;
