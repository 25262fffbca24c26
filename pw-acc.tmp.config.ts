import base from './playwright.config.ts';
const { globalSetup: _, ...rest } = base;
export default { ...rest, outputDir: '/tmp/acc-pw', reporter: [['list']], use: { ...rest.use, baseURL: 'http://localhost:4500', trace: 'off' } };
