export { mailGiftCards } from './bought-gift-cards.ts';
export { orderEditingAdmin } from './order-editing-admin.ts';
