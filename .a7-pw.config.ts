import base from './playwright.config.ts';
export default { ...base, globalSetup: undefined, reporter: [['list']], use: { ...base.use, baseURL: 'http://localhost:4600', trace: 'off' }, outputDir: '/tmp/a7/results', timeout: 45000, expect: { timeout: 8000 } };
