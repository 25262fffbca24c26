import { openFile } from '../http/form.ts';
import type { Handlers } from '../http/handlers.ts';
import { maxFileBytes } from './files.ts';

/** Moving a shop: files, preview, import, undo, and the orders of the former shop. */
export const moveHandlers = {
  'GET /moves': ({ backOffice }) => backOffice.moving.listMoves(),
  'POST /moves/files': async ({ backOffice, request }) => {
    const { file, name } = await openFile(request, 'Please choose a file', { fileSize: maxFileBytes });
    return backOffice.moving.addMoveFile(file.file, name);
  },
  'DELETE /moves/:id/files/:file': ({ backOffice, params }) =>
    backOffice.moving.removeMoveFile(params.id, params.file),
  'GET /moves/:id': ({ backOffice, params }) => backOffice.moving.getMove(params.id),
  'GET /moves/:id/remarks': ({ backOffice, params, query }) =>
    backOffice.moving.listMoveRemarks(params.id, query),
  'GET /moves/:id/reconciliation': ({ backOffice, params }) => backOffice.moving.reconcileMove(params.id),
  'DELETE /moves/:id': ({ backOffice, params }) => backOffice.moving.discardMove(params.id),
  'POST /moves/:id/start': ({ backOffice, params, body }) => backOffice.moving.startMove(params.id, body),
  'POST /moves/:id/undo': ({ backOffice, params }) => backOffice.moving.undoMove(params.id),
  'GET /former-orders': ({ backOffice, query }) => backOffice.moving.listFormerOrders(query),
  'GET /former-orders/:id': ({ backOffice, params }) => backOffice.moving.getFormerOrder(params.id),
} satisfies Partial<Handlers>;
