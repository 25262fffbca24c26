import { setupGuide } from '../setup.ts';
import { tagged } from './call.ts';

const { admin } = tagged('Setup');

export const setupCalls = {
  'GET /setup': admin('settings.edit', 'getSetup', 'Get how far the shop is set up', { reply: setupGuide }),
};
