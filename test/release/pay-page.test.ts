import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Json } from '../support/client.js';
import { readRequest } from '../support/payment-attempts.js';
import { newPaymentRequest } from '../support/payment-requests.js';
import { newTenant, type TestTenant } from '../support/people.js';

/** The page of a payment request in a real browser of a telephone, without scripts. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
const title = isInstalled
  ? 'The page of a payment request'
  : `The page of a payment request is not tested, since there is no Chromium at ${executablePath}`;
if (!isInstalled) process.stderr.write(`${title}\n`);
const run = promisify(execFile);
const ZBARIMG = '/usr/bin/zbarimg';
const WIDTH = 360;

(isInstalled ? describe : describe.skip)(title, () => {
  let browser: Browser;
  let tenant: TestTenant;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    tenant = await newTenant();
  });
  afterAll(() => browser?.close());

  async function opened({ url }: Json, locale: string): Promise<Page> {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale,
      viewport: { width: WIDTH, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(url as string);
    return page;
  }
  async function expectFits(page: Page): Promise<void> {
    for (const part of ['main', 'form', 'section', 'svg', 'button']) {
      const box = (await page.locator(part).count()) > 0 ? await page.locator(part).first().boundingBox() : null;
      if (box) expect([part, box.x >= 0 && box.x + box.width <= WIDTH]).toEqual([part, true]);
    }
  }

  it.each([
    ['en-MY', 'Online banking (FPX)', 'Pay', 'Back to the business', 'Paid'],
    ['ms-MY', 'Perbankan dalam talian (FPX)', 'Bayar', 'Kembali kepada perniagaan', 'Sudah dibayar'],
  ])('%s: is paid at the page of the gateway, to which its form leads', async (locale, method, pay, back, paid) => {
    const request = await newPaymentRequest(tenant);
    const page = await opened(request, locale);
    await expectFits(page);
    await page.getByRole('button', { name: method }).click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await page.getByRole('button', { name: pay, exact: true }).click();
    await page.getByRole('link', { name: back }).click();
    await page.waitForURL(request.url as string);
    // The callback comes meanwhile, or the page makes the service ask.
    for (let tries = 0; tries < 60 && !(await page.locator('p.number').innerText()).includes(paid); tries += 1) {
      await page.waitForTimeout(500);
      await page.reload();
    }
    expect(await page.locator('p.number').innerText()).toBe(paid);
    expect(await page.locator('form').count()).toBe(0);
    await page.context().close();
  });

  it('shows a QR code that a telephone reads', async () => {
    const request = await newPaymentRequest(tenant);
    const page = await opened(request, 'en-MY');
    await page.getByRole('button', { name: 'DuitNow QR' }).click();
    await page.locator('svg').first().waitFor();
    await expectFits(page);
    const { waiting } = await readRequest(tenant, request);
    if (existsSync(ZBARIMG)) {
      const folder = await mkdtemp(join(tmpdir(), 'usaha-pay-'));
      try {
        await page.screenshot({ path: join(folder, 'page.png'), fullPage: true, scale: 'device' });
        const { stdout } = await run(ZBARIMG, ['--quiet', '--raw', join(folder, 'page.png')]);
        expect(stdout.trim()).toBe(waiting.qr);
      } finally {
        await rm(folder, { recursive: true });
      }
    }
    await page.context().close();
  });
});
