import base from '/work/main/playwright.config.ts';
const { globalSetup: _g, ...rest } = base;
export default { ...rest, testDir: '/work/main/tests/browser', outputDir: '/tmp/w2/pw', reporter: 'list', use: { ...rest.use, baseURL: 'http://localhost:4450', trace: 'off' } };
