import {
  formerOrder,
  formerOrderDetail,
  formerOrderQuery,
  move,
  moveRemark,
  moveRemarkQuery,
  moveStart,
  moveWithNew,
  reconciliation,
} from '../moves.ts';
import { page, tagged } from './call.ts';

const { admin } = tagged('Moving a shop');

export const moveCalls = {
  'GET /moves': admin('catalogue.edit', 'listMoves', 'List the moves of a shop, newest first', {
    isBackground: true,
    reply: move.array(),
  }),
  'POST /moves/files': admin(
    'catalogue.edit',
    'addMoveFile',
    'Add an export file, or a ZIP of some, to the draft',
    {
      files: ['file'],
      reply: moveWithNew,
      status: 201,
    },
  ),
  'DELETE /moves/:id/files/:file': admin('catalogue.edit', 'removeMoveFile', 'Remove a file from the draft', {
    reply: move,
  }),
  'GET /moves/:id': admin('catalogue.edit', 'getMove', 'Get a move with its preview or progress', {
    isBackground: true,
    reply: move,
  }),
  'GET /moves/:id/remarks': admin(
    'catalogue.edit',
    'listMoveRemarks',
    'List what a move leaves out, and why',
    {
      query: moveRemarkQuery,
      reply: page(moveRemark),
    },
  ),
  'GET /moves/:id/reconciliation': admin(
    'customers.view',
    'reconcileMove',
    'Compare the files of a move with what is here',
    { reply: reconciliation },
  ),
  'DELETE /moves/:id': admin('catalogue.edit', 'discardMove', 'Discard the draft of a move', {
    reply: 'done',
  }),
  'POST /moves/:id/start': admin('catalogue.edit', 'startMove', 'Import the files of the draft', {
    stepUp: true,
    body: moveStart,
    reply: move,
    status: 202,
  }),
  'POST /moves/:id/undo': admin('catalogue.edit', 'undoMove', 'Undo a move as a whole', {
    stepUp: true,
    reply: move,
    status: 202,
    errors: ['not_undoable'],
  }),
  'GET /former-orders': admin(
    'customers.view',
    'listFormerOrders',
    'List and search orders of the former shop',
    {
      query: formerOrderQuery,
      reply: page(formerOrder),
    },
  ),
  'GET /former-orders/:id': admin('customers.view', 'getFormerOrder', 'Get an order of the former shop', {
    reply: formerOrderDetail,
  }),
};
