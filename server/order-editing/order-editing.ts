export { orderEditingAdmin } from './order-editing-admin.ts';
