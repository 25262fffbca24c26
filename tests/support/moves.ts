import { expect } from 'vitest';
import type { FormerOrder, Move, MoveRemark } from '../../shared/contract/moves.ts';
import { multipart, type Owner } from './owner.ts';
import type { TestShop } from './shop.ts';

/** The calls of moving a shop as an admin uses them. */
export function movesOf(shop: TestShop, owner: Owner) {
  const get = async (id: string) => (await owner.get(`/moves/${id}`)).body as Move;
  const send = (file: string | Buffer, filename: string) =>
    owner.post('/moves/files', multipart([{ name: 'file', value: file, filename, type: 'text/csv' }]));
  return {
    get,
    send,
    /** Adds a file and reads it. */
    async add(file: string | Buffer, filename = 'export.csv'): Promise<Move> {
      const { status, body } = await send(file, filename);
      expect(status, JSON.stringify(body)).toBe(201);
      await shop.runJobs();
      return get(String(body._id));
    },
    /** Starts an import or an undo and runs it to its end. */
    async act(id: string, what: 'start' | 'undo', body = {}): Promise<Move> {
      const reply = await owner.post(`/moves/${id}/${what}`, body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(202);
      await shop.handlers.move({ moveId: id });
      await shop.runJobs();
      return get(id);
    },
    remarks: async (id: string, kind: string) =>
      ((await owner.get(`/moves/${id}/remarks?kind=${kind}`)).body as unknown as MoveRemark[]).map(
        ({ line, label, outcome, reason }) => `${line} ${label} ${outcome}: ${reason}`,
      ),
    formerOrders: async (query = '') =>
      (await owner.get(`/former-orders?limit=100&${query}`)).body as unknown as FormerOrder[],
  };
}
