import { existsSync } from 'node:fs';
import { chromium, type Browser, type Locator, type Page, type Response } from 'playwright-core';
import { baseUrl, type Json } from '../support/client.js';

/**
 * The documents' pages in a real browser, as a newcomer uses them: sign in, authorise, call. Nothing may come from
 * elsewhere, and the pages' own Content-Security-Policy may stand in the way of nothing.
 */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const email = process.env.OPERATOR_EMAIL ?? 'operator@example.com';
const password = process.env.OPERATOR_PASSWORD ?? 'operator-password';

const surfaces = [
  {
    name: 'contract',
    login: '/v1/auth/login',
    credentials: { email, password, tenant_slug: 'platform' },
    tokenOf: (body: Json) => body.access_token as string,
    users: '/v1/users',
    usersOf: (body: Json) => body.users as Json[],
  },
  {
    name: 'reference',
    login: '/api/v1/auth/login/',
    credentials: { username: email, password },
    tokenOf: (body: Json) => body.data.access_token as string,
    users: '/api/v1/users/',
    usersOf: (body: Json) => body.data as Json[],
  },
];

/** Unfolds the tag of an operation, and the operation, and makes it ready to be tried. @param operation `tag-operationId` */
async function tryOut(page: Page, operation: string): Promise<Locator> {
  const [tag = ''] = operation.split('-');
  await page.locator(`#operations-tag-${tag} .expand-operation`).click();
  const block = page.locator(`#operations-${operation}`);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  return block;
}

async function execute(page: Page, block: Locator, path: string): Promise<Response> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await block.getByRole('button', { name: 'Execute' }).click();
  return answered;
}

async function authorise(page: Page, token: string): Promise<void> {
  await page.locator('.auth-wrapper .btn.authorize').click();
  const dialogue = page.locator('.dialog-ux .modal-ux');
  // The reference surface also takes API keys, in a form below.
  const form = dialogue.locator('form').filter({ hasText: 'bearer' }).first();
  await form.locator('input').fill(token);
  await form.getByRole('button', { name: 'Apply credentials' }).click();
  await dialogue.getByRole('button', { name: 'Close' }).last().click();
}

const title = isInstalled ? 'Swagger UI' : `Swagger UI is not tested, since there is no Chromium at ${executablePath}`;
// Jest counts what is skipped, and does not say why.
if (!isInstalled) process.stderr.write(`${title}\n`);

(isInstalled ? describe : describe.skip)(title, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: launchArguments });
  });
  afterAll(() => browser?.close());

  it.each(surfaces)(
    'signs in and calls an operation on the $name surface',
    async (surface) => {
      const page = await browser.newPage();
      // A step that cannot be done says which, before the test's own time is up.
      page.setDefaultTimeout(40_000);
      const elsewhere: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== baseUrl())
          elsewhere.push(request.url());
      });
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      // What the page's policy refuses is an error on the console too; this says which directive did.
      await page.addInitScript({
        content: `document.addEventListener('securitypolicyviolation', (event) => {
        console.error('refused by ' + event.effectiveDirective + ': ' + event.blockedURI);
      });`,
      });

      const address = `${baseUrl()}/docs/${surface.name}`;
      await page.goto(address);
      // The box that narrows the list of operations down to the tags with a word in them.
      const filter = page.locator('.operation-filter-input');
      await filter.fill('auth');
      await page.locator('#operations-tag-users').waitFor({ state: 'detached' });
      await filter.fill('');
      const login = await tryOut(page, 'auth-authLogin');
      await login.locator('textarea').first().fill(JSON.stringify(surface.credentials));
      const signedIn = await execute(page, login, surface.login);
      expect(signedIn.status()).toBe(200);

      await authorise(page, surface.tokenOf(await signedIn.json()));
      const list = await tryOut(page, 'users-usersList');
      const listed = await execute(page, list, surface.users);
      expect(listed.status()).toBe(200);
      expect(surface.usersOf(await listed.json()).map((user) => user.email)).toContain(email);
      const shown = list.locator('.live-responses-table');
      await shown.getByText(email).first().waitFor();
      expect(await shown.locator('.response-col_status').last().innerText()).toContain('200');

      // The token is still there when the page is opened again.
      await page.goto(address);
      const again = await execute(page, await tryOut(page, 'users-usersList'), surface.users);
      expect(again.status()).toBe(200);

      expect(elsewhere).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
    240_000,
  );
});
