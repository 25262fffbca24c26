import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { journeyPorts } from './journey-ports.ts';
import { startMailServer } from './mailbox.ts';

/** The admin of the journeys' shop (journey-shop.ts). */
export const owner = { email: 'owner@haat.example', password: 'journeys-of-the-owner' };

/** API calls with the admin's token, to prepare and clean up a journey. */
export async function ownersCalls(request: APIRequestContext) {
  const response = await request.post('/api/auth/login', { data: { ...owner, portal: 'admin' } });
  const { token } = (await response.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const reply = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true);
    return reply.json() as Promise<T>;
  };
  return { token, call };
}
export type OwnersCalls = Awaited<ReturnType<typeof ownersCalls>>;

/** Invites an admin with this role and sets her password with the mailed link. */
export async function inviteAdmin(calls: OwnersCalls, name: string, role: string) {
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.in`;
  const password = 'seven blue looms';
  const mailServer = await startMailServer(journeyPorts().mail);
  const { _id } = await calls.call<{ _id: string }>('POST', '/auth/admin/admins', { name, email, role });
  const mail = await mailServer.waitFor(email, /\/reset-password\//);
  await mailServer.stop();
  const token = mail.text.match(/\/reset-password\/([\w-]+)/)?.[1];
  await calls.call('PUT', `/auth/reset-password/${token}`, { password });
  return { _id, email, password };
}

/** Opens a page of the back office with an existing session. */
export async function openOffice(page: Page, { token }: OwnersCalls, path: string) {
  await page.addInitScript((value) => {
    // A sandboxed frame has no storage.
    if (window !== top) return;
    // Only once, because a journey may sign out.
    if (!sessionStorage.getItem('began')) localStorage.setItem('adminToken', value);
    sessionStorage.setItem('began', 'yes');
  }, token);
  await page.goto(path);
}

/** A picture file in one colour, for a file input. */
export async function pictureFile(name: string, background: string) {
  const plain = sharp({ create: { width: 300, height: 300, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await plain.png().toBuffer() };
}
